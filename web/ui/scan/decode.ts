import { prepareZXingModule, readBarcodes, type ReaderOptions } from 'zxing-wasm/reader'
import code from 'zxing-wasm/reader/zxing_reader.wasm' with { type: 'file' }

/** Reads the bar codes of a picture: those of goods, boxes, pallets and our own labels. The library's code comes from this server. */

const OPTIONS: ReaderOptions = {
  formats: ['EAN13', 'EAN8', 'UPCA', 'UPCE', 'ITF14', 'Code128', 'DataBar', 'DataMatrix', 'QRCode'],
  maxNumberOfSymbols: 4,
  // The separators of GS1 stay as they are.
  textMode: 'Plain',
}

prepareZXingModule({ overrides: { locateFile: () => code } })

/** The texts of a picture's codes; GS1 data behind the identifier of its symbol, as scanners send it. */
export async function codesOf(picture: ImageData): Promise<readonly string[]> {
  const found = await readBarcodes(picture, OPTIONS)
  return found.map(({ text, contentType, symbologyIdentifier }) =>
    contentType === 'GS1' ? symbologyIdentifier + text : text,
  )
}
