import * as v from 'valibot'
import { environment, figure, list, maybe, texts } from '../shapes'

/** A declaration of services (DPS) by the names of its layout; its Id follows from the rest. */

const { text, one, street } = texts(4_000)
const MOST_DOCUMENTS = 1_000
const MOST_REFERENCES = 99

/** One of the four: CNPJ (letters allowed), CPF, a foreign number, or why there is none. */
const identity = { CNPJ: one, CPF: one, NIF: one, cNaoNIF: one }
const abroad = { cEndPost: text, xCidade: text, xEstProvReg: text }

const address = v.object({
  endNac: v.optional(v.object({ cMun: text, CEP: text })),
  endExt: v.optional(v.object({ cPais: text, ...abroad })),
  ...street,
})
/** Of a work or an event: CEP, or abroad. */
const site = v.object({ CEP: one, endExt: v.optional(v.object(abroad)), ...street })

const contact = { end: v.optional(address), fone: one, email: one }
const person = v.object({ ...identity, CAEPF: one, IM: one, xNome: text, ...contact })

const provider = v.object({
  ...identity,
  CAEPF: one,
  IM: one,
  xNome: one,
  ...contact,
  regTrib: v.object({
    /** 1 not of Simples, 2 MEI, 3 ME or EPP of Simples. */
    opSimpNac: text,
    /** Of an ME or EPP: 1 all by Simples, 2 ISS by the city's law, 3 all by the general laws. */
    regApTribSN: one,
    regEspTrib: text,
  }),
})

const service = v.object({
  locPrest: v.object({ cLocPrestacao: one, cPaisPrestacao: one }),
  cServ: v.object({ cTribNac: text, cTribMun: one, xDescServ: text, cNBS: one, cIntContrib: one }),
  comExt: v.optional(
    v.object({
      mdPrestacao: text,
      vincPrest: text,
      tpMoeda: text,
      vServMoeda: figure,
      mecAFComexP: text,
      mecAFComexT: text,
      movTempBens: text,
      nDI: one,
      nRE: one,
      mdic: text,
    }),
  ),
  obra: v.optional(v.object({ inscImobFisc: one, cObra: one, cCIB: one, end: v.optional(site) })),
  atvEvento: v.optional(v.object({ xNome: text, dtIni: text, dtFim: text, idAtvEvt: one, end: v.optional(site) })),
  infoCompl: v.optional(
    v.object({
      idDocTec: one,
      docRef: one,
      xPed: one,
      gItemPed: v.optional(v.object({ xItemPed: list(text, MOST_REFERENCES) })),
      xInfComp: one,
    }),
  ),
})

const deducted = v.object({
  chNFSe: one,
  chNFe: one,
  NFSeMun: v.optional(v.object({ cMunNFSeMun: text, nNFSeMun: text, cVerifNFSeMun: text })),
  NFNFS: v.optional(v.object({ nNFS: text, modNFS: text, serieNFS: text })),
  nDocFisc: one,
  nDoc: one,
  tpDedRed: text,
  xDescOutDed: one,
  dtEmiDoc: text,
  vDedutivelRedutivel: figure,
  vDeducaoReducao: figure,
  fornec: v.optional(person),
})

const cityTax = v.object({
  /** 1 taxed, 2 immune, 3 exported, 4 out of the tax's reach. */
  tribISSQN: text,
  cPaisResult: one,
  tpImunidade: one,
  exigSusp: v.optional(v.object({ tpSusp: text, nProcesso: text })),
  BM: v.optional(v.object({ nBM: text, vRedBCBM: maybe, pRedBCBM: maybe })),
  /** 1 not withheld, 2 by the taker, 3 by the intermediary. */
  tpRetISSQN: text,
  pAliq: maybe,
})

const federalTax = v.object({
  piscofins: v.optional(
    v.object({
      CST: text,
      vBCPisCofins: maybe,
      pAliqPis: maybe,
      pAliqCofins: maybe,
      vPis: maybe,
      vCofins: maybe,
      /** 0 none of PIS, COFINS and CSLL is withheld, 3 to 9 which are; 1 and 2 ended with NT 007/2026. */
      tpRetPisCofins: one,
    }),
  ),
  vRetCP: maybe,
  vRetIRRF: maybe,
  /** What is withheld of PIS, COFINS and CSLL together (NT 007/2026). */
  vRetCSLL: maybe,
})

const values = v.object({
  vServPrest: v.object({ vReceb: maybe, vServ: figure }),
  vDescCondIncond: v.optional(v.object({ vDescIncond: maybe, vDescCond: maybe })),
  vDedRed: v.optional(
    v.object({
      pDR: maybe,
      vDR: maybe,
      documentos: v.optional(v.object({ docDedRed: list(deducted, MOST_DOCUMENTS) })),
    }),
  ),
  trib: v.object({
    tribMun: cityTax,
    tribFed: v.optional(federalTax),
    totTrib: v.object({
      vTotTrib: v.optional(v.object({ vTotTribFed: figure, vTotTribEst: figure, vTotTribMun: figure })),
      pTotTrib: v.optional(v.object({ pTotTribFed: figure, pTotTribEst: figure, pTotTribMun: figure })),
      indTotTrib: one,
      pTotTribSN: maybe,
    }),
  }),
})

const passedOn = v.object({
  dFeNacional: v.optional(v.object({ tipoChaveDFe: text, xTipoChaveDFe: one, chaveDFe: text })),
  docFiscalOutro: v.optional(v.object({ cMunDocFiscal: text, nDocFiscal: text, xDocFiscal: text })),
  docOutro: v.optional(v.object({ nDoc: text, xDoc: text })),
  fornec: v.optional(v.object({ ...identity, xNome: text })),
  dtEmiDoc: text,
  dtCompDoc: text,
  tpReeRepRes: text,
  xTpReeRepRes: one,
  vlrReeRepRes: figure,
})

const reform = v.object({
  finNFSe: text,
  indFinal: one,
  cIndOp: text,
  tpOper: one,
  gRefNFSe: v.optional(v.object({ refNFSe: list(text, MOST_REFERENCES) })),
  tpEnteGov: one,
  indDest: text,
  dest: v.optional(v.object({ ...identity, xNome: text, ...contact })),
  imovel: v.optional(v.object({ inscImobFisc: one, cCIB: one, end: v.optional(site) })),
  valores: v.object({
    gReeRepRes: v.optional(v.object({ documentos: list(passedOn, MOST_DOCUMENTS) })),
    trib: v.object({
      gIBSCBS: v.object({
        CST: text,
        cClassTrib: text,
        cCredPres: one,
        gTribRegular: v.optional(v.object({ CSTReg: text, cClassTribReg: text })),
        gDif: v.optional(v.object({ pDifUF: figure, pDifMun: figure, pDifCBS: figure })),
      }),
    }),
  }),
})

/** The shape of a declaration that comes as JSON, with limits: the layout and `checkDps` judge what is in it. */
export const dpsSchema = v.object({
  tpAmb: environment,
  dhEmi: text,
  verAplic: one,
  serie: text,
  nDPS: text,
  dCompet: text,
  /** Who declares: 1 the provider, 2 the taker, 3 the intermediary. */
  tpEmit: v.picklist(['1', '2', '3']),
  cMotivoEmisTI: one,
  chNFSeRej: one,
  cLocEmi: text,
  /** The NFS-e whose place this one takes. */
  subst: v.optional(v.object({ chSubstda: text, cMotivo: text, xMotivo: one })),
  prest: provider,
  toma: v.optional(person),
  interm: v.optional(person),
  serv: service,
  valores: values,
  IBSCBS: v.optional(reform),
})

export type Dps = v.InferOutput<typeof dpsSchema>
