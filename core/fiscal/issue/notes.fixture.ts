import { isSimples } from '../../tax/codes'
import fc from 'fast-check'
import { decimal, roundHalfUp, sum } from '../../money/decimal'
import type { Note, NoteItem, NoteRecipient } from './note'
import { noteXml } from './note-xml'

/** Notes of every kind that the product issues, made up: no company or person is real. */

const CAPITALS: Readonly<Record<string, string>> = {
  SP: '3550308',
  RJ: '3304557',
  MG: '3106200',
  PE: '2611606',
  RS: '4314902',
  AM: '1302603',
}
const address = (UF: string) => ({
  xLgr: 'Rua das Flores',
  nro: '100',
  xBairro: 'Centro',
  cMun: CAPITALS[UF] ?? '',
  xMun: 'Capital',
  UF,
  CEP: '01001000',
  fone: '1133334444',
})

export const SAMPLE_ITEM: NoteItem = {
  cProd: 'P1',
  xProd: 'Parafuso sextavado “M8” – aço',
  NCM: '73181500',
  CEST: '1000100',
  CFOP: '5102',
  uCom: 'UN',
  qCom: '7',
  vUnCom: '145.67',
  vProd: '1019.69',
  origem: '0',
  taxCode: '00',
  tax: { pICMS: '18', pPIS: '1.65', pCOFINS: '7.6', pisCofinsBaseExcludesIcms: true },
  cstPIS: '01',
  cstCOFINS: '01',
  cstIBSCBS: '000',
  cClassTrib: '000001',
}

/** A plain sale inside São Paulo, paid later. */
export const SAMPLE_NOTE: Note = {
  mod: '55',
  serie: '1',
  nNF: '1002',
  cNF: '10203040',
  tpAmb: '2',
  tpEmis: '1',
  dhEmi: '2026-11-20T10:00:00-03:00',
  natOp: 'Venda de mercadoria',
  tpNF: '1',
  finNFe: '1',
  idDest: '1',
  indFinal: '0',
  indPres: '9',
  emit: {
    CNPJ_CPF: '11222333000181',
    xNome: 'Empresa de Teste Ltda.',
    IE: '110042490114',
    CRT: '3',
    address: address('SP'),
  },
  dest: {
    CNPJ_CPF: '33000167000101',
    xNome: 'Cliente de Teste S/A',
    indIEDest: '1',
    IE: '110042490114',
    address: address('SP'),
  },
  items: [SAMPLE_ITEM],
  modFrete: '9',
  payments: [{ tPag: '15', indPag: '1', vPag: '1019.69' }],
  dues: [{ nDup: '1', dVenc: '2026-12-20', vDup: '1019.69' }],
}

/** The same note, paid for what it comes to. */
export function paid(note: Note): Note {
  const free = note.finNFe === '3' || note.finNFe === '4'
  const vNF = noteXml(note).totals.vNF
  if (free || vNF.isZero()) return { ...note, payments: [{ tPag: '90', vPag: '0' }], dues: [] }
  return { ...note, payments: [{ tPag: '01', indPag: '0', vPag: vNF.toFixed(2) }], dues: [] }
}

const cents = (max: number) => fc.integer({ min: 100, max }).map((value) => (value / 100).toFixed(2))
const rate = fc.constantFrom('4', '7', '12')

/** Codes with the rates that each asks for. */
const NORMAL = ['00', '10', '20', '30', '40', '41', '50', '51', '60', '70', '90'] as const
const SIMPLES = ['101', '102', '103', '201', '202', '203', '300', '400', '500', '900'] as const
const DESTINATIONS = Object.keys(CAPITALS)

interface Kind {
  readonly CRT: '1' | '2' | '3' | '4'
  readonly mod: '55' | '65'
  readonly to: string
  readonly contributor: boolean
  readonly returns: boolean
}

const kinds: fc.Arbitrary<Kind> = fc.record({
  CRT: fc.constantFrom('1', '2', '3', '4'),
  mod: fc.constantFrom('55', '55', '55', '65'),
  to: fc.constantFrom('EX', ...DESTINATIONS),
  contributor: fc.boolean(),
  returns: fc.boolean(),
})

function items(kind: Kind): fc.Arbitrary<readonly NoteItem[]> {
  const simples = isSimples(kind.CRT)
  const away = kind.to !== 'SP'
  const one = fc.record({
    taxCode: fc.constantFrom<string>(...(simples ? SIMPLES : NORMAL)),
    q: fc.integer({ min: 1_000, max: 99_999 }).map((value) => (value / 1000).toFixed(3)),
    price: cents(1_000_000),
    discount: fc.integer({ min: 0, max: 50 }),
    freight: fc.option(cents(9_999)),
    pICMS: rate,
    mva: fc.integer({ min: 1, max: 9_000 }).map((value) => (value / 100).toFixed(2)),
    fund: fc.constantFrom('0', '1', '2'),
    ipi: fc.constantFrom(undefined, '50', '53', '99'),
    contribution: fc.constantFrom('01', '06', '49', '99'),
    reform: fc.constantFrom('000', '200', '410', '510', '550'),
    unit: fc.option(fc.constant('KG')),
  })
  return fc.array(one, { minLength: 1, maxLength: 6 }).map((rows) =>
    rows.map((row, index): NoteItem => {
      const vProd = roundHalfUp(decimal(row.q).times(row.price))
      const last = kind.returns ? '02' : row.taxCode === '60' || row.taxCode === '500' ? '05' : '02'
      const group = kind.returns ? '2' : last === '05' ? '4' : '1'
      const leaves = !kind.returns
      const digit = (leaves ? 5 : 1) + (kind.mod === '65' || !away ? 0 : kind.to === 'EX' ? 2 : 1)
      return {
        cProd: `P${index}`,
        xProd: `Produto ${index} ção & "aspas" <x>`,
        NCM: '73181500',
        CEST: '1000100',
        CFOP: `${digit}${group}${last}`,
        uCom: 'UN',
        qCom: row.q,
        vUnCom: row.price,
        vProd,
        origem: '0',
        ...(row.unit === null ? {} : { uTrib: row.unit, qTrib: decimal(row.q).times('0.35').toFixed(4) }),
        vDesc: roundHalfUp(vProd.times(row.discount).div(100)),
        ...(row.freight === null ? {} : { vFrete: row.freight }),
        taxCode: row.taxCode,
        tax: {
          pICMS: away ? row.pICMS : '18',
          ...(['20', '70', '51'].includes(row.taxCode) ? { pRedBC: '33.33' } : {}),
          ...(row.taxCode === '51' ? { pDif: '60' } : {}),
          ...(['30', '40', '70'].includes(row.taxCode) ? { motDesICMS: '9', indDeduzDeson: '0' } : {}),
          pCredSN: '2.56',
          mvaOriginal: row.mva,
          mvaAdjusted: away,
          pICMSInter: row.pICMS,
          pICMSST: '18',
          pFCP: row.fund,
          pFCPST: row.fund,
          pICMSUFDest: '20',
          pFCPUFDest: row.fund,
          pIPI: '6.5',
          pPIS: '1.65',
          pCOFINS: '7.6',
          pisCofinsBaseExcludesIcms: true,
          ...(row.reform === '200' ? { pRedAliqIBSUF: '60', pRedAliqIBSMun: '60', pRedAliqCBS: '60' } : {}),
          ...(row.reform === '510' ? { pDifIBSUF: '100', pDifIBSMun: '100', pDifCBS: '100' } : {}),
        },
        ...(row.ipi === undefined ? {} : { cstIPI: row.ipi }),
        cstPIS: row.contribution,
        cstCOFINS: row.contribution,
        ...(simples ? {} : { cstIBSCBS: row.reform, cClassTrib: `${row.reform}001` }),
      }
    }),
  )
}

function recipientOf({ to, contributor }: Kind, letters: boolean): NoteRecipient {
  const foreign = to === 'EX'
  const id = contributor ? (letters ? '12ABC34501DE35' : '33000167000101') : '52998224725'
  return {
    CNPJ_CPF: foreign ? '' : id,
    ...(foreign ? { idEstrangeiro: 'AB123' } : {}),
    xNome: 'Cliente de Teste',
    indIEDest: contributor && !foreign ? '1' : '9',
    ...(contributor && !foreign ? { IE: '110042490114' } : {}),
    address: foreign ? { ...address('EX'), UF: 'EX', cPais: '2496', xPais: 'Estados Unidos' } : address(to),
  }
}

/** A consumer of an NFC-e is told where much is bought, and may be otherwise. */
const NAMED_FROM = 9_000

/** Any note that the authority would take: all regimes, destinations, situation codes, returns, consumers, companies with letters in their CNPJ. */
export const anyNote: fc.Arbitrary<Note> = kinds.chain((drawn) => {
  // A consumer's note stays in the state, sells, and goes to no company.
  const kind: Kind = drawn.mod === '65' ? { ...drawn, to: 'SP', contributor: false, returns: false } : drawn
  return fc
    .tuple(items(kind), fc.boolean(), fc.boolean(), fc.integer({ min: 1, max: 999_999_999 }))
    .map(([lines, letters, named, number]) => {
      const { dest: _, ...base } = SAMPLE_NOTE
      const dest = recipientOf(kind, letters)
      const consumer: NoteRecipient = { CNPJ_CPF: '52998224725', xNome: '', indIEDest: '9' }
      const told = named || sum(lines.map((one) => decimal(one.vProd))).gte(NAMED_FROM)
      const idDest = kind.to === 'EX' ? '3' : kind.to === 'SP' ? '1' : '2'
      return paid({
        ...base,
        mod: kind.mod,
        nNF: String(number),
        natOp: kind.returns ? 'Devolução' : 'Venda',
        tpNF: kind.returns ? '0' : '1',
        finNFe: kind.returns ? '4' : '1',
        ...(kind.returns ? { references: ['35261111222333000181550010000010021102030402'] } : {}),
        idDest,
        indFinal: dest.indIEDest === '9' ? '1' : '0',
        indPres: kind.mod === '65' ? '1' : '9',
        emit: { ...base.emit, CRT: kind.CRT, ...(letters ? { CNPJ_CPF: '12ABC34501DE35' } : {}) },
        ...(kind.mod === '55' ? { dest } : told ? { dest: consumer } : {}),
        ...(idDest === '3' && !kind.returns ? { exporta: { UFSaidaPais: 'SP', xLocExporta: 'Santos' } } : {}),
        items: lines,
      })
    })
})
