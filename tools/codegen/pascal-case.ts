/** `core/v1` becomes `CoreV1`, and `events` becomes `Events`: a folder's name as part of an identifier. */
export function pascalCase(folder: string): string {
  return folder.replaceAll(/(?:^|[/-])([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
