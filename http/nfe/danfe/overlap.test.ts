import fc from 'fast-check'
import Document from 'pdfkit'
import { expect, it } from 'vitest'
import { noteXml } from '../../../fixtures/nfe/note'
import { pageStreams } from '../../../fixtures/read-pdf'
import { danfePdf } from './danfe-pdf'
import { type Face, Pen } from './pen'

/** Nothing on paper covers anything else and nothing is cut by its edge, whatever a note says. */

interface Placed {
  readonly text: string
  readonly left: number
  readonly right: number
  readonly bottom: number
  readonly top: number
}

const FACES: Readonly<Record<string, Face>> = {
  'Times-Roman': 'plain',
  'Times-Bold': 'bold',
  Helvetica: 'sans',
  'Helvetica-Bold': 'sansBold',
}
/** Above it is the mark across the page, which lies under the text. */
const LARGEST = 20
const pen = new Pen(new Document())

/** The upright texts of each page where they stand. Letters reach from their line to two thirds of their size. */
function pagesOf(bytes: Uint8Array): { readonly width: number; readonly height: number; readonly texts: Placed[] }[] {
  const raw = Buffer.from(bytes).toString('latin1')
  const sizes = [...raw.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, wide, tall]) => [
    Number(wide),
    Number(tall),
  ])
  const fonts = new Map<string, Face>()
  const objects = new Map(
    [...raw.matchAll(/(\d+) 0 obj\n([\s\S]*?)endobj/g)].map(([, id = '', body = '']) => [id, body]),
  )
  for (const [, name = '', id = ''] of raw.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const base = /\/BaseFont \/([\w-]+)/.exec(objects.get(id) ?? '')?.[1] ?? ''
    fonts.set(name, FACES[base] ?? 'plain')
  }
  return pageStreams(bytes).map((stream, at) => {
    const [width = 0, height = 0] = sizes[at] ?? []
    return { width, height, texts: textsOf(stream, fonts) }
  })
}

function textsOf(stream: string, fonts: ReadonlyMap<string, Face>): Placed[] {
  const texts: Placed[] = []
  const turns = [false]
  let [x, y, size, face]: [number, number, number, Face] = [0, 0, 0, 'plain']
  for (const line of stream.split('\n')) {
    const matrix = /^([-\d.e]+) ([-\d.e]+) [-\d.e]+ [-\d.e]+ ([-\d.e]+) ([-\d.e]+) (cm|Tm)$/.exec(line)
    if (line === 'q') turns.push(turns.at(-1) ?? false)
    else if (line === 'Q') turns.pop()
    else if (matrix?.[5] === 'cm' && Number(matrix[2]) !== 0) turns[turns.length - 1] = true
    else if (matrix?.[5] === 'Tm') [x, y] = [Number(matrix[3]), Number(matrix[4])]
    const font = /^\/(F\d+) ([\d.]+) Tf$/.exec(line)
    if (font) [face, size] = [fonts.get(font[1] ?? '') ?? 'plain', Number(font[2])]
    if (!line.endsWith('TJ') || turns.at(-1) === true || size > LARGEST) continue
    const letters = [...line.matchAll(/<([0-9a-f]*)>/g)].map(([, hex = '']) => hex).join('')
    const text = new TextDecoder('windows-1252').decode(Buffer.from(letters, 'hex'))
    texts.push({ text, left: x, right: x + pen.width(text, face, size), bottom: y, top: y + size * 0.66 })
  }
  return texts
}

/** Half a point is what kerning and rounding may come to. */
const SLACK = 0.5
const covers = (one: Placed, other: Placed): boolean =>
  one.left < other.right - SLACK &&
  other.left < one.right - SLACK &&
  one.bottom < other.top - SLACK &&
  other.bottom < one.top - SLACK

function faults(bytes: Uint8Array): string[] {
  return pagesOf(bytes).flatMap(({ width, height, texts }) => {
    const out = texts.filter(
      ({ left, right, bottom, top }) => left < 0 || right > width + SLACK || bottom < 0 || top > height,
    )
    const covered = texts.flatMap((one, at) =>
      texts.slice(at + 1).flatMap((other) => (covers(one, other) ? [`${one.text} | ${other.text}`] : [])),
    )
    return [...out.map(({ text }) => `outside: ${text}`), ...covered]
  })
}

const place = (name: string) =>
  `<${name}><CNPJ>11222333000181</CNPJ><xNome>${'Depósito '.repeat(6)}</xNome><xLgr>${'Avenida '.repeat(7)}</xLgr><nro>S/N</nro><xBairro>${'Bairro '.repeat(8)}</xBairro><cMun>4106902</cMun><xMun>Curitiba</xMun><UF>PR</UF></${name}>`
const TOTAL =
  '<ISSQNtot><vServ>10.00</vServ><vBC>10.00</vBC><vISS>0.50</vISS></ISSQNtot><IBSCBSTot><vBCIBSCBS>999999999.99</vBCIBSCBS><gIBS><vIBS>99999999.99</vIBS></gIBS></IBSCBSTot>'

it('the fullest note of all', async () => {
  const items = Array.from({ length: 30 }, (_, at) => ({
    xProd: `PRODUTO ${at} ${'W'.repeat(100)}`,
    qCom: '99999999999.9999',
    vUnCom: '9999999.9999999999',
    vProd: '9999999.99',
    infAdProd: 'Texto do produto. '.repeat(25),
  }))
  const transp = `<transporta><xNome>${'TRANSPORTADORA '.repeat(4)}</xNome><xEnder>${'RODOVIA '.repeat(7)}</xEnder></transporta>${'<vol><qVol>99999999</qVol><esp>CAIXAS DE PAPELÃO ONDULADO E MADEIRA</esp><pesoB>999999999.999</pesoB></vol>'.repeat(9)}`
  const more = { total: TOTAL, transp, infNFe: place('retirada') + place('entrega') }
  const note = {
    items,
    more,
    infCpl: 'Observação da nota. '.repeat(250),
    infAdFisco: 'Ao fisco. '.repeat(200),
    tpAmb: '2',
    cStat: null,
  }
  for (const dues of [0, 7, 14, 120])
    for (const orientation of ['portrait', 'landscape'] as const)
      expect(faults(await danfePdf(noteXml({ ...note, dues }), { orientation })), `${dues} ${orientation}`).toEqual([])
  expect(faults(await danfePdf(noteXml({ ...note, mod: '65', tpImp: '4' })))).toEqual([])
  expect(faults(await danfePdf(noteXml({ ...note, tpImp: '3' })))).toEqual([])
})

const words = fc.array(fc.stringMatching(/^[A-Za-zÀ-ú0-9;,.]{1,40}$/), { maxLength: 60 }).map((list) => list.join(' '))

it('any note', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ xProd: words.map((text) => `X${text}`), infAdProd: words }), {
        minLength: 1,
        maxLength: 12,
      }),
      words,
      fc.nat(40),
      fc.constantFrom('1', '2', '3', '6'),
      async (items, infCpl, dues, tpImp) => {
        expect(faults(await danfePdf(noteXml({ items, infCpl, dues, tpImp })))).toEqual([])
      },
    ),
    { numRuns: 30 },
  )
})
