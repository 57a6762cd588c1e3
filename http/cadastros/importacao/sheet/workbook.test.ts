import { writeXlsx } from 'hucre/xlsx'
import { crc32, deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { Cell } from '../../../../core/tabular/cell'
import type { RawRow } from './rows'
import { openSheet } from './source'
import { readWorkbook } from './workbook'

async function read(bytes: Uint8Array): Promise<RawRow[]> {
  const blob = new Blob([Uint8Array.from(bytes)])
  const source = await openSheet({
    name: 'a.xlsx',
    size: bytes.length,
    bytes: async () => bytes,
    stream: () => blob.stream(),
  })
  const rows: RawRow[] = []
  for await (const piece of source.pieces) rows.push(...piece.rows)
  return rows
}

interface Part {
  readonly name: string
  readonly content: Uint8Array
  /** What the directory says it unpacks to, when that is not the truth. */
  readonly says?: number
  readonly flags?: number
}

/** A zip archive, truthful or not. */
function zip(parts: readonly Part[]): Uint8Array {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const { name, content, says = content.length, flags = 0 } of parts) {
    const packed = deflateRawSync(content)
    const sizes = Buffer.alloc(12)
    sizes.writeUInt32LE(crc32(content), 0)
    sizes.writeUInt32LE(packed.length, 4)
    sizes.writeUInt32LE(says, 8)
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(flags, 6)
    head.writeUInt16LE(8, 8)
    sizes.copy(head, 14)
    head.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(flags, 8)
    entry.writeUInt16LE(8, 10)
    sizes.copy(entry, 16)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(offset, 42)
    local.push(head, Buffer.from(name), packed)
    central.push(entry, Buffer.from(name))
    offset += head.length + name.length + packed.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return new Uint8Array(Buffer.concat([...local, directory, end]))
}

const REL = 'http://schemas.openxmlformats.org'
const part = (name: string, text: string): Part => ({ name, content: Buffer.from(text) })
const TYPES = part('[Content_Types].xml', `<Types xmlns="${REL}/package/2006/content-types"/>`)
const RELS = part(
  '_rels/.rels',
  `<Relationships xmlns="${REL}/package/2006/relationships"><Relationship Id="rId1" Type="${REL}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
)
const BOOK = part(
  'xl/workbook.xml',
  `<workbook xmlns="${REL}/spreadsheetml/2006/main" xmlns:r="${REL}/officeDocument/2006/relationships"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
)
const BOOK_RELS = part(
  'xl/_rels/workbook.xml.rels',
  `<Relationships xmlns="${REL}/package/2006/relationships"><Relationship Id="rId1" Type="${REL}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${REL}/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
)
const sheet = (rows: string) =>
  part(
    'xl/worksheets/sheet1.xml',
    `<worksheet xmlns="${REL}/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`,
  )
const STRINGS = part('xl/sharedStrings.xml', `<sst xmlns="${REL}/spreadsheetml/2006/main"/>`)
const book = (...parts: Part[]) => zip([TYPES, RELS, BOOK, BOOK_RELS, STRINGS, ...parts])

describe('a workbook', () => {
  it('gives texts, numbers, dates and what formulas came to, with the rows where they stand', async () => {
    const rows: Cell[][] = [['Nome', 'Valor', 'Data'], [], ['Ção; "x"', 0.1 + 0.2, null]]
    const bytes = await writeXlsx({ sheets: [{ name: 'A', rows: rows.map((row) => [...row]) }] })
    expect(await read(bytes)).toEqual([
      { linha: 1, celulas: ['Nome', 'Valor', 'Data'] },
      { linha: 3, celulas: ['Ção; "x"', 0.30000000000000004] },
    ])
    const dates = await writeXlsx({
      sheets: [{ name: 'A', rows: [[new Date(Date.UTC(2026, 2, 5)), new Date(Date.UTC(2026, 2, 5, 13, 30))]] }],
    })
    expect((await read(dates))[0]?.celulas).toEqual(['2026-03-05', '2026-03-05 13:30:00'])
    const formulas = book(
      sheet(
        '<row r="1"><c r="A1"><f>1+1</f><v>2</v></c><c r="B1" t="str"><f>A1</f><v>dois</v></c><c r="C1" t="e"><f>A2</f><v>#REF!</v></c><c r="D1" t="b"><v>1</v></c><c r="E1"><f>NOW()</f></c></row>',
      ),
    )
    expect(await read(formulas)).toEqual([{ linha: 1, celulas: [2, 'dois', '#REF!', true] }])
  })

  it('of thousands of rows comes in pieces', async () => {
    const rows = Array.from({ length: 5_000 }, (_, at) => [`Nome ${at}`, at])
    const read5000 = await read(await writeXlsx({ sheets: [{ name: 'A', rows }] }))
    expect(read5000).toHaveLength(5_000)
    expect(read5000.at(-1)).toEqual({ linha: 5_000, celulas: ['Nome 4999', 4_999] })
  })
})

describe('what a cell shows', () => {
  const styles = part(
    'xl/styles.xml',
    `<styleSheet xmlns="${REL}/spreadsheetml/2006/main"><numFmts count="2"><numFmt numFmtId="164" formatCode="0000000"/><numFmt numFmtId="165" formatCode="00000\\-000"/></numFmts><cellXfs count="5"><xf numFmtId="0"/><xf numFmtId="9"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="4"/></cellXfs></styleSheet>`,
  )
  const rels = part(
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${REL}/package/2006/relationships"><Relationship Id="rId1" Type="${REL}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId3" Type="${REL}/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`,
  )
  const styled = (rows: string) => zip([TYPES, RELS, BOOK, rels, styles, sheet(rows)])

  it('is taken where it is another thing than the number that it holds', async () => {
    const rows =
      '<row r="1"><c r="A1" s="1"><v>0.05</v></c><c r="B1" s="2"><v>41512</v></c><c r="D1" s="3"><v>1310100</v></c></row>' +
      '<row r="4"><c r="A4"><v>0.05</v></c><c r="B4" s="4"><v>1234.5</v></c><c r="C4" s="2" t="inlineStr"><is><t>7</t></is></c></row>' +
      '<row><c s="1"><v>0.0975</v></c><c s="2"><v>3</v></c></row>'
    expect(await read(styled(rows))).toEqual([
      { linha: 1, celulas: ['5%', '0041512', null, '01310-100'] },
      { linha: 4, celulas: [0.05, 1234.5, '7'] },
      { linha: 5, celulas: ['9.75%', '0000003'] },
    ])
  })

  it('is read of the first sheet that people see, and it is told where others are', async () => {
    const rows = (name: string) => [[name, 'x']]
    const sheets = (states: readonly ('visible' | 'hidden' | 'veryHidden')[]) =>
      writeXlsx({
        sheets: states.map((state, at) => ({
          name: `P${at + 1}`,
          rows: rows(`P${at + 1}`),
          ...(state === 'visible' ? {} : { [state]: true }),
        })),
      })
    const first = async (states: Parameters<typeof sheets>[0]) => {
      const pieces = await Array.fromAsync(readWorkbook(new Uint8Array(await sheets(states))))
      return [pieces.flatMap((one) => one.rows)[0]?.celulas[0], pieces.flatMap((one) => one.notices ?? []).length]
    }
    expect(await first(['visible'])).toEqual(['P1', 0])
    expect(await first(['hidden', 'veryHidden', 'visible'])).toEqual(['P3', 1])
    expect(await first(['visible', 'visible'])).toEqual(['P1', 1])
    expect(await first(['visible', 'hidden'])).toEqual(['P1', 0])
  })
})

describe('400 a file that is made to do harm, or is none', () => {
  const zeros = new Uint8Array(400 * 1024 * 1024)
  const strings = (count: number) => `<sst>${'<si><t/></si>'.repeat(count)}</sst>`
  it.each([
    ['a bomb that tells its size', () => book({ name: 'xl/worksheets/sheet1.xml', content: zeros }), 'grande demais'],
    [
      'a bomb that lies about its size',
      () => book({ name: 'xl/worksheets/sheet1.xml', content: zeros.subarray(0, 50_000_000), says: 1000 }),
      'danificado',
    ],
    [
      'a bomb that says it holds nothing',
      () => book({ name: 'xl/worksheets/sheet1.xml', content: zeros.subarray(0, 50_000_000), says: 0 }),
      'danificada',
    ],
    ['too many parts', () => zip(Array.from({ length: 2_001 }, (_, at) => part(`xl/a${at}`, ''))), 'partes demais'],
    [
      'texts beyond counting',
      () => zip([TYPES, RELS, BOOK, BOOK_RELS, sheet(''), part('xl/sharedStrings.xml', strings(2_100_000))]),
      'textos demais',
    ],
    [
      'a cell of a million characters',
      () => book(sheet(`<row r="1"><c r="A1" t="inlineStr"><is><t>${'x'.repeat(1_000_000)}</t></is></c></row>`)),
      'mais de 10000 caracteres',
    ],
    [
      'a cell in the last column',
      () => book(sheet('<row r="1"><c r="XFD1"><v>1</v></c></row>')),
      'mais de 200 colunas',
    ],
    ['a column beyond the last', () => book(sheet('<row r="1"><c r="ZZZZ1"><v>1</v></c></row>')), 'danificado'],
    ['an encrypted part', () => zip([TYPES, { ...sheet(''), flags: 1 }]), 'protegida por senha'],
    [
      'a workbook with a password',
      () => Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...new Uint8Array(600)]),
      'protegida por senha ou no formato antigo',
    ],
    ['another archive', () => zip([part('a.txt', 'olá')]), 'não é uma planilha XLSX'],
    ['half a workbook', () => book(sheet('<row r="1"/>')).subarray(0, 300), 'danificada'],
    ['a sheet that is no XML', () => book(sheet('<row r="1"><c r="A1"><v>1</row>')), ''],
    ['an image', () => Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]), 'não é uma planilha'],
  ])('%s', async (_, make, message) => {
    try {
      const rows = await read(make())
      expect(message, JSON.stringify(rows).slice(0, 200)).toBe('')
    } catch (error) {
      expect(error).toMatchObject({ status: 400, code: 'invalid_file', message: expect.stringContaining(message) })
    }
  })
})
