import * as v from 'valibot'
import { amount } from '../../function'
import type { Note } from './note'

/** The shape of a note that comes as JSON, with limits: the layout and `checkNote` judge what is in it. */

const text = v.pipe(v.string(), v.maxLength(5_000))
const one = v.optional(text)
const decimalOf = v.optional(amount)
const flag = v.picklist(['0', '1'])

const address = v.object({
  xLgr: text,
  nro: text,
  xCpl: one,
  xBairro: text,
  cMun: text,
  xMun: text,
  UF: text,
  CEP: one,
  cPais: one,
  xPais: one,
  fone: one,
})
const party = { CNPJ_CPF: text, xNome: text, IE: one }
const anyParty = v.object({ ...party, address: v.optional(address) })

/** Rates and flags of the rule: `calculateItem` refuses what is none. */
const rates = v.record(text, v.union([amount, v.boolean()]))

const item = v.object({
  cProd: text,
  cEAN: one,
  xProd: text,
  NCM: text,
  CEST: one,
  CFOP: text,
  uCom: text,
  qCom: amount,
  vUnCom: amount,
  vProd: amount,
  uTrib: one,
  qTrib: decimalOf,
  vDesc: decimalOf,
  vFrete: decimalOf,
  vSeg: decimalOf,
  vOutro: decimalOf,
  vIPIDevol: decimalOf,
  pDevol: decimalOf,
  origem: text,
  taxCode: text,
  tax: rates,
  cBenef: one,
  cstIPI: one,
  cEnq: one,
  cstPIS: text,
  cstCOFINS: text,
  cstIBSCBS: one,
  cClassTrib: one,
  cstIS: one,
  cClassTribIS: one,
  lots: v.optional(v.pipe(v.array(v.object({ nLote: text, qLote: amount, dFab: text, dVal: text })), v.maxLength(500))),
  xPed: one,
  nItemPed: one,
  infAdProd: one,
})

const payment = v.object({
  tPag: text,
  vPag: amount,
  indPag: one,
  xPag: one,
  card: v.optional(v.object({ tpIntegra: text, CNPJ: one, tBand: one, cAut: one })),
})

/** Reads a note. Its kinds are those of `Note`; what a record holds beside is dropped. */
export const noteSchema = v.pipe(
  v.object({
    mod: v.picklist(['55', '65']),
    serie: text,
    nNF: text,
    cNF: text,
    tpAmb: v.picklist(['1', '2']),
    tpEmis: text,
    dhEmi: v.pipe(text, v.isoTimestamp()),
    dhSaiEnt: one,
    natOp: text,
    tpNF: flag,
    finNFe: text,
    tpNFDebito: one,
    tpNFCredito: one,
    idDest: v.picklist(['1', '2', '3']),
    indFinal: flag,
    indPres: text,
    intermediary: v.optional(v.object({ CNPJ: text, idCadIntTran: text })),
    dhCont: one,
    xJust: one,
    references: v.optional(v.pipe(v.array(text), v.maxLength(999))),
    emit: v.object({ ...party, xFant: one, CRT: text, IEST: one, IM: one, CNAE: one, address }),
    dest: v.optional(
      v.object({ ...party, address: v.optional(address), idEstrangeiro: one, indIEDest: text, ISUF: one, email: one }),
    ),
    retirada: v.optional(anyParty),
    entrega: v.optional(anyParty),
    autXML: v.optional(v.pipe(v.array(text), v.maxLength(10))),
    items: v.pipe(v.array(item), v.minLength(1), v.maxLength(990)),
    modFrete: text,
    transporta: v.optional(anyParty),
    plate: v.optional(v.object({ placa: text, UF: text })),
    volumes: v.optional(
      v.pipe(
        v.array(v.object({ qVol: one, esp: one, marca: one, nVol: one, pesoL: decimalOf, pesoB: decimalOf })),
        v.maxLength(5_000),
      ),
    ),
    dues: v.optional(v.pipe(v.array(v.object({ nDup: text, dVenc: text, vDup: amount })), v.maxLength(120))),
    nFat: one,
    payments: v.pipe(v.array(payment), v.minLength(1), v.maxLength(100)),
    vTroco: decimalOf,
    infAdFisco: one,
    infCpl: one,
    xPed: one,
    respTec: v.optional(v.object({ CNPJ: text, xContato: text, email: text, fone: text })),
    supl: v.optional(v.object({ qrCode: text, urlChave: text })),
    exporta: v.optional(v.object({ UFSaidaPais: text, xLocExporta: text })),
  }),
  // The rates are any names here; `ItemTaxInput` knows which it reads.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  v.transform((note) => note as Note),
)
