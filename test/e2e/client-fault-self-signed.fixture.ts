import { createPrivateKey, X509Certificate } from "node:crypto";
import type { CertificatePair } from "../../src/certificates/index.ts";

const certificate: string = [
  "MIIBfjCCASSgAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwIBcNMjQwMTAxMDAwMDAwWhgPMjEyNDAxMDEwMDAwMD",
  "BaMBQxEjAQBgNVBAMMCTEyNy4wLjAuMTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABP6xYLI2BqW/wfqdmuBSQyHkZy5SBXfsZ6NxmL/D3jX4",
  "PS86wPQBRcNNqc23qtspdqOr8+JKC8sK4Z88reRVq++jZTBjMAwGA1UdEwEB/wQCMAAwDgYDVR0PAQH/BAQDAgeAMBMGA1UdJQQMMAoGCCsGAQ",
  "UFBwMBMA8GA1UdEQQIMAaHBH8AAAEwHQYDVR0OBBYEFHTyBE45X3OXCWCypJjL9sXMF/bmMAoGCCqGSM49BAMCA0gAMEUCIQDYALS1vQ/ka+De",
  "7qOX2dU1k+gHjRBfcd6oVRMsC7QhfQIgfhGfGfvlVaXn6d83nanYlP+xmp0MlHfuQfcVX9766oU=",
].join("");

const key: string = [
  "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg2z1OMuEonakqbfCnANdhJdpRxl1CE5z1WuzhHo/3BgyhRANCAAT+sWCyNgalv8",
  "H6nZrgUkMh5GcuUgV37GejcZi/w941+D0vOsD0AUXDTanNt6rbKXajq/PiSgvLCuGfPK3kVavv",
].join("");

/**
 * A serving certificate for 127.0.0.1 that is signed by its own key and is no authority, valid until 2124. It protects nothing. Our own
 * authorities can't make such a one: what they sign has another key.
 */
export const selfSigned: Readonly<CertificatePair> = Object.freeze({
  certificate: new X509Certificate(Buffer.from(certificate, "base64")).toString(),
  key: String(
    createPrivateKey({ key: Buffer.from(key, "base64"), format: "der", type: "pkcs8" }).export({
      type: "pkcs8",
      format: "pem",
    }),
  ),
});
