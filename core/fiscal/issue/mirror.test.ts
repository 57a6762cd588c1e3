import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimal } from '../../money/decimal'
import { checkNote } from './check'
import { type MirroredBy, originalNote, type Share } from './mirror'
import type { Note, NoteItem } from './note'
import { noteItems, noteXml } from './note-xml'
import { anyNote, paid, SAMPLE_ITEM, SAMPLE_NOTE } from './notes.fixture'

/** Goods that go back: their note is made of the one that they came with. */

const sales = anyNote.filter(({ mod, finNFe, dest }) => mod === '55' && finNFe === '1' && dest?.CNPJ_CPF !== '')

/** The return of a share of every item, by who bought (out, `1`) or by who sold (in, `0`). */
function returnOf(sold: Note, share: (item: NoteItem) => Share, { CRT, tpNF }: MirroredBy): Note {
  const original = originalNote(noteXml(sold).xml)
  const items = sold.items.map((item, at): NoteItem => {
    const found = original.item(at + 1, share(item), { CRT, tpNF })
    if (!found) throw new Error('The item is not there.')
    const { withheld, ...mirrored } = found
    const digit = Number(item.CFOP[0]) - (tpNF === '0' ? 4 : 0)
    return {
      ...mirrored,
      cProd: item.cProd,
      xProd: item.xProd,
      CFOP: `${digit}${withheld ? '411' : '202'}`,
      cstPIS: tpNF === '0' ? '98' : '49',
      cstCOFINS: tpNF === '0' ? '98' : '49',
    }
  })
  const parties =
    tpNF === '0' || sold.dest?.indIEDest !== '1'
      ? { emit: { ...sold.emit, CRT } }
      : {
          emit: { ...SAMPLE_NOTE.emit, CRT },
          dest: { ...sold.emit, indIEDest: '1', address: sold.emit.address },
        }
  return paid({ ...sold, ...parties, finNFe: '4', tpNF, references: [original.chNFe], items })
}

const regimes = fc.constantFrom('1', '2', '3', '4')

describe('a return', () => {
  it('of any sale is taken by the layout and the next, and passes our check, whoever gives back', () => {
    fc.assert(
      fc.property(
        sales,
        regimes,
        fc.constantFrom('0', '1'),
        fc.integer({ min: 1, max: 100 }),
        (sold, CRT, way, part) => {
          const by: MirroredBy = way === '0' ? { CRT: sold.emit.CRT, tpNF: '0' } : { CRT, tpNF: '1' }
          const note = returnOf(sold, () => ({ of: '100', before: '0', comes: String(part) }), by)
          for (const set of ['010d', '010e'] as const) {
            const made = noteXml(note, noteItems(note, set))
            expect(made.faults).toEqual([])
            expect(checkNote(note, made)).toEqual([])
          }
        },
      ),
    )
  })

  it('of all of a sale by its seller, in however many parts, comes to its goods, tax and total', () => {
    fc.assert(
      fc.property(
        sales.filter(({ emit }) => emit.CRT === '3'),
        fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { maxLength: 4 }),
        (sold, cuts) => {
          const marks = [0, ...cuts.toSorted((a, b) => a - b), 100]
          const parts = marks.slice(1).map((mark, at) => {
            const [before, comes] = [marks[at] ?? 0, mark - (marks[at] ?? 0)].map(String)
            const share = { of: '100', before: before ?? '0', comes: comes ?? '0' }
            return noteXml(returnOf(sold, () => share, { CRT: '3', tpNF: '0' })).totals
          })
          const whole = noteXml(sold).totals
          for (const name of [
            'vProd',
            'vDesc',
            'vFrete',
            'vBC',
            'vICMS',
            'vBCST',
            'vST',
            'vFCPST',
            'vIPI',
            'vNF',
          ] as const) {
            const sum = parts.reduce((all, one) => all.plus(one[name]), decimal(0))
            expect([name, sum.toFixed(2)]).toEqual([name, whole[name].toFixed(2)])
          }
        },
      ),
    )
  })

  it('tells IPI apart where the buyer gives back, as the entry of the seller where that takes it back', () => {
    const sold = paid({
      ...SAMPLE_NOTE,
      items: [{ ...SAMPLE_ITEM, cstIPI: '50', tax: { ...SAMPLE_ITEM.tax, pIPI: '10' } }],
    })
    const half = () => ({ of: '2', before: '0', comes: '1' })
    const out = noteXml(returnOf(sold, half, { CRT: '3', tpNF: '1' }))
    expect(out.xml).toContain(
      '<impostoDevol><pDevol>50.00</pDevol><IPI><vIPIDevol>50.99</vIPIDevol></IPI></impostoDevol>',
    )
    expect(out.xml).not.toContain('<IPITrib>')
    const back = noteXml(returnOf(sold, half, { CRT: '3', tpNF: '0' }))
    expect(back.xml).toContain(
      '<IPITrib><CST>00</CST><vBC>509.85</vBC><pIPI>10.0000</pIPI><vIPI>50.99</vIPI></IPITrib>',
    )
    expect([out.totals.vNF.toFixed(2), back.totals.vNF.toFixed(2)]).toEqual(['560.84', '560.84'])
  })

  it('keeps the situation of the normal regime; of the other regime it is 90, of Simples 900, withheld before 60 and 500', () => {
    const situationOf = (taxCode: string, emit: string, CRT: string) => {
      const sold = paid({
        ...SAMPLE_NOTE,
        emit: { ...SAMPLE_NOTE.emit, CRT: emit },
        items: [{ ...SAMPLE_ITEM, taxCode }],
      })
      return originalNote(noteXml(sold).xml).item(1, { of: '1', before: '0', comes: '1' }, { CRT, tpNF: '1' })?.taxCode
    }
    expect(
      [
        ['00', '3', '3'],
        ['00', '3', '1'],
        ['102', '1', '3'],
        ['102', '1', '1'],
        ['60', '3', '1'],
        ['500', '1', '3'],
      ].map(([code = '', emit = '', CRT = '']) => situationOf(code, emit, CRT)),
    ).toEqual(['00', '900', '90', '900', '500', '60'])
  })
})
