import * as v from 'valibot'
import { amount } from '../../function'
import { environment, list, maybeList, texts } from '../shapes'
import type { Note } from './note'

/** The shape of a note that comes as JSON, with limits: the layout and `checkNote` judge what is in it. */

const { text, one, address: national } = texts(5_000)
const decimalOf = v.optional(amount)
const flag = v.picklist(['0', '1'])

const address = v.object({ ...national, cPais: one, xPais: one })
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
  lots: maybeList(v.object({ nLote: text, qLote: amount, dFab: text, dVal: text }), 500),
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
    tpAmb: environment,
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
    references: maybeList(text, 999),
    emit: v.object({ ...party, xFant: one, CRT: text, IEST: one, IM: one, CNAE: one, address }),
    dest: v.optional(
      v.object({ ...party, address: v.optional(address), idEstrangeiro: one, indIEDest: text, ISUF: one, email: one }),
    ),
    retirada: v.optional(anyParty),
    entrega: v.optional(anyParty),
    autXML: maybeList(text, 10),
    items: v.pipe(list(item, 990), v.minLength(1)),
    modFrete: text,
    transporta: v.optional(anyParty),
    plate: v.optional(v.object({ placa: text, UF: text })),
    volumes: maybeList(
      v.object({ qVol: one, esp: one, marca: one, nVol: one, pesoL: decimalOf, pesoB: decimalOf }),
      5_000,
    ),
    dues: maybeList(v.object({ nDup: text, dVenc: text, vDup: amount }), 120),
    nFat: one,
    payments: v.pipe(list(payment, 100), v.minLength(1)),
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
