import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimal, sum } from '../../money/decimal'
import { readAccessKey } from '../access-key'
import { readNfe } from '../read-nfe'
import { checkNote } from './check'
import { clean } from './clean'
import type { Note, NoteItem } from './note'
import { noteItems, noteXml } from './note-xml'
import { anyNote, paid, SAMPLE_ITEM, SAMPLE_NOTE } from './notes.fixture'

const problems = (note: Note) => checkNote(note, noteXml(note))

describe('a note', () => {
  it('is one element after the other as the layout has them, and the key says what is in it', () => {
    const { xml, chNFe, faults } = noteXml(SAMPLE_NOTE)
    expect(faults).toEqual([])
    expect(xml).toMatch(
      /^<NFe xmlns="http:\/\/www\.portalfiscal\.inf\.br\/nfe"><infNFe versao="4\.00" Id="NFe\d{44}"><ide><cUF>35<\/cUF>/,
    )
    expect(xml).toContain('<xProd>Parafuso sextavado &quot;M8&quot; - aço</xProd>')
    expect(xml).not.toMatch(/>\s+<|<\w+\/>|<(\w+)><\/\1>/)
    expect(readAccessKey(chNFe)).toMatchObject({
      valid: true,
      parts: { AAMM: '2611', mod: '55', nNF: '000001002', cNF: '10203040' },
    })
    expect(problems(SAMPLE_NOTE)).toEqual([])
  })

  it('of any kind is taken by its layout and the next, passes our check, and reads back to the cent', () => {
    fc.assert(
      fc.property(anyNote, (note) => {
        expect(noteXml(note, noteItems(note, '010d')).faults).toEqual([])
        const { xml, faults, totals } = noteXml(note, noteItems(note, '010e'))
        expect(faults).toEqual([])
        expect(problems(note)).toEqual([])
        const read = readNfe(xml)
        expect(read.itens.length).toBe(note.items.length)
        expect(decimal(read.total.vNF ?? 0).eq(totals.vNF)).toBe(true)
        const products = sum(note.items.map((one) => decimal(one.vProd)))
        expect(decimal(read.total.vProd ?? 0).eq(products)).toBe(true)
        const paidFor = sum(note.payments.map(({ vPag }) => decimal(vPag)))
        expect(paidFor.eq(note.payments[0]?.tPag === '90' ? 0 : totals.vNF)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})

const item = (change: Partial<NoteItem>): Note => paid({ ...SAMPLE_NOTE, items: [{ ...SAMPLE_ITEM, ...change }] })
const dest = (change: Partial<NonNullable<Note['dest']>>): Note => ({
  ...SAMPLE_NOTE,
  dest: { ...SAMPLE_NOTE.dest!, ...change },
})

const WRONG: readonly [cStat: string | undefined, message: RegExp, note: Note, field: string | undefined][] = [
  ['897', /código numérico/, { ...SAMPLE_NOTE, cNF: '00001002' }, undefined],
  ['726', /endereço do destinatário/, dest({ address: undefined }), 'xLgr'],
  ['208', /não confere/, dest({ CNPJ_CPF: '33000167000102' }), 'CNPJ_CPF'],
  ['232', /inscrição estadual/, dest({ IE: '' }), 'IE'],
  ['791', /isento/, dest({ indIEDest: '2' }), 'indIEDest'],
  ['696', /consumidor final/, dest({ indIEDest: '9', IE: '' }), 'indIEDest'],
  ['275', /município/, dest({ address: { ...SAMPLE_NOTE.emit.address, cMun: '3304557' } }), 'cMun'],
  ['789', /NFC-e/, { ...SAMPLE_NOTE, mod: '65', dues: [] }, 'geraNFe'],
  ['518', /CFOP 1102 é de entrada/, item({ CFOP: '1102' }), 'cfop_list'],
  ['732', /CFOP 6102/, item({ CFOP: '6102' }), 'cfop_list'],
  [
    '327',
    /não é de devolução/,
    {
      ...item({}),
      finNFe: '4',
      references: ['35261111222333000181550010000010021102030402'],
      payments: [{ tPag: '90', vPag: 0 }],
    },
    'cfop_list',
  ],
  [
    '321',
    /nota de origem/,
    { ...item({ CFOP: '5202' }), finNFe: '4', payments: [{ tPag: '90', vPag: 0 }] },
    'referencias',
  ],
  [
    '255',
    /exatamente uma/,
    {
      ...SAMPLE_NOTE,
      finNFe: '2',
      references: ['35261111222333000181550010000010021102030402', '35261111222333000181550010000010021102030402'],
    },
    'referencias',
  ],
  [
    '547',
    /não confere/,
    { ...SAMPLE_NOTE, references: ['35261111222333000181550010000010021102030403'] },
    'referencias',
  ],
  ['591', /precisa de CST/, item({ taxCode: '102' }), 'taxCode'],
  ['590', /precisa de CSOSN/, { ...SAMPLE_NOTE, emit: { ...SAMPLE_NOTE.emit, CRT: '1' } }, 'taxCode'],
  ['778', /NCM/, item({ NCM: '7318' }), 'NCM'],
  ['882', /GTIN/, item({ cEAN: '7896550005701' }), 'cEAN'],
  ['806', /CEST/, item({ taxCode: '60', CEST: '' }), 'CEST'],
  ['1115', /IBS e a CBS/, item({ cstIBSCBS: undefined }), 'cClassTrib'],
  ['629', /quantidade vezes/, item({ vProd: '1019.75' }), 'vUnTrib'],
  ['865', /pagamentos somam R\$.1\.000,00/, { ...SAMPLE_NOTE, payments: [{ tPag: '01', vPag: '1000' }] }, 'vDup'],
  [
    '898',
    /vencimentos/,
    { ...SAMPLE_NOTE, dues: [{ nDup: '1', dVenc: '2026-11-01', vDup: '1019.69' }] },
    'dVencimento',
  ],
  [undefined, /Natureza da operação: falta/, { ...SAMPLE_NOTE, natOp: ' ' }, 'natOp'],
  [
    undefined,
    /Bairro da empresa: falta/,
    { ...SAMPLE_NOTE, emit: { ...SAMPLE_NOTE.emit, address: { ...SAMPLE_NOTE.emit.address, xBairro: '' } } },
    'xBairro',
  ],
  [undefined, /Item 1: Código: falta/, item({ cProd: '' }), 'codigo'],
]

describe('what the authority would refuse is said before, with the field', () => {
  it.each(WRONG)('%s %s', (cStat, message, note, field) => {
    const found = problems(note)
    expect(found).toContainEqual({
      ...(cStat === undefined ? {} : { cStat }),
      ...(found.find((each) => message.test(each.message))?.nItem === undefined ? {} : { nItem: 1 }),
      message: expect.stringMatching(message),
      ...(field === undefined ? {} : { place: { resource: expect.any(String), field } }),
    })
  })

  it('all of it at once', () => {
    const wrong = { ...item({ NCM: '7318', cProd: '' }), natOp: '' }
    expect(problems({ ...wrong, dest: { ...wrong.dest!, IE: '' } }).length).toBeGreaterThanOrEqual(4)
  })
})

it('texts keep what the layout has room for', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      const tidy = clean(text, 60)
      if (tidy !== undefined) expect(tidy).toMatch(/^(?:[!-ÿ][ -ÿ]{0,58}[!-ÿ]|[!-ÿ])$/)
    }),
  )
  expect(clean('  “Aço” – 5 €\n\tção  ', 60)).toBe('"Aço" - 5 EUR ção')
  expect(clean('日本', 60)).toBeUndefined()
})
