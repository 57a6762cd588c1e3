declare module 'gs1-barcode-parser-mod' {
  export function parseBarcode(barcode: string): { codeName: string; parsedCodeItems: { ai: string; data: unknown }[] }
}
