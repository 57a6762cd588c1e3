import { readFileSync } from 'node:fs'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { beforeAll, expect, it } from 'vitest'
import { noteKey, noteXml } from '../../../fixtures/nfe/note'
import { pageStreams } from '../../../fixtures/read-pdf'
import { ccePdf, danfePdf } from './danfe-pdf'

/** Bars and QR Codes are read back from the drawing itself: its filled rectangles as a picture, and a reader of such codes. */

const SCALE = 4
const QR = `https://www.fazenda.pr.gov.br/nfce/qrcode?p=${noteKey({ mod: '65', tpEmis: '9' })}|3|1|10|21.00|1|11222333000181|${'Ab3+/'.repeat(68)}===`

beforeAll(async () => {
  const bytes = readFileSync(new URL(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
  await prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(bytes).buffer }, fireImmediately: true })
})

/** The first page of a PDF of ours as a picture of what is filled on it. */
function picture(bytes: Uint8Array) {
  const raw = Buffer.from(bytes).toString('latin1')
  const [, wide = '0', tall = '0'] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(raw) ?? []
  const [width, height] = [Math.ceil(Number(wide) * SCALE), Math.ceil(Number(tall) * SCALE)]
  const [stream = ''] = pageStreams(bytes)
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  let waiting: number[][] = []
  let shade = 0
  for (const line of stream.split('\n')) {
    const numbers = line.split(' ').map(Number)
    if (line.endsWith(' re')) waiting.push(numbers.slice(0, 4))
    else if (line.endsWith(' scn')) shade = (numbers[0] ?? 0) * 255
    else if (line === 'f') {
      for (const [x = 0, y = 0, w = 0, h = 0] of waiting)
        for (let row = Math.round(y * SCALE); row < Math.round((y + h) * SCALE); row++) {
          const from = (row * width + Math.round(x * SCALE)) * 4
          const to = (row * width + Math.round((x + w) * SCALE)) * 4
          for (let at = from; at < to; at++) if (at % 4 !== 3) data[at] = shade
        }
      waiting = []
    } else if (line === 'S') waiting = []
  }
  return { data, width, height, colorSpace: 'srgb' } as const
}

async function codes(pdf: Uint8Array): Promise<string[]> {
  const found = await readBarcodes(picture(pdf), { formats: ['Code128', 'QRCode'], tryHarder: true })
  return found.map(({ text }) => text)
}

it.each(['123456780001', '12ABC34501DE'])('the bars of %s say the key', async (emitter) => {
  expect(await codes(await danfePdf(noteXml({ emitter })))).toEqual([noteKey({ emitter })])
  expect(await codes(await danfePdf(noteXml({ emitter }), { orientation: 'landscape' }))).toEqual([
    noteKey({ emitter }),
  ])
  expect(await codes(await danfePdf(noteXml({ emitter, tpImp: '3' })))).toEqual([noteKey({ emitter })])
})

it('in contingency there is a second one', async () => {
  const found = await codes(await danfePdf(noteXml({ tpEmis: '5', cStat: null })))
  expect(found).toHaveLength(2)
  expect(found).toContainEqual(expect.stringMatching(/^41511222333000181\d{18}\d$/))
})

it('the QR Code of a receipt says what was signed, in test too', async () => {
  for (const tpAmb of ['1', '2']) {
    const xml = noteXml({ mod: '65', tpImp: '4', tpAmb, tpEmis: '9', qrCode: `<![CDATA[${QR}]]>` })
    expect(await codes(await danfePdf(xml))).toEqual([QR])
  }
})

it('a letter of correction carries the key of its note', async () => {
  const xml = `<procEventoNFe><evento><infEvento><tpAmb>1</tpAmb><chNFe>${noteKey({})}</chNFe><tpEvento>110110</tpEvento><detEvento><xCorrecao>Onde se lê A, leia-se B</xCorrecao></detEvento></infEvento></evento></procEventoNFe>`
  expect(await codes(await ccePdf(xml))).toEqual([noteKey({})])
})
