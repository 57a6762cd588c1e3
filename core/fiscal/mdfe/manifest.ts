import * as v from 'valibot'
import { environment, figure, list, maybe, maybeList, texts } from '../shapes'

/** A manifest of cargo (MDF-e) by the names of its layout. What follows from the rest — key, digit, counts of documents, versions — is not in it. */

const { text, one, address } = texts(8_000)
const flag = v.optional(v.literal('1'))
/** Other lists end where the authority's message would (its documents have at most 1 MB). */
const MANY = 1_000
const MOST_DOCUMENTS = 20_000

/** CNPJ (letters allowed) or CPF: one of the two. */
const taxId = { CNPJ: one, CPF: one }

const dangerous = maybeList(
  v.object({ nONU: text, xNomeAE: one, xClaRisco: one, grEmb: one, qTotProd: text, qVolTipo: one }),
  MANY,
)
const carried = { SegCodBarra: one, indReentrega: flag, peri: dangerous }

const unloading = v.object({
  cMunDescarga: text,
  xMunDescarga: text,
  infCTe: maybeList(v.object({ chCTe: text, ...carried }), MOST_DOCUMENTS),
  infNFe: maybeList(v.object({ chNFe: text, ...carried }), MOST_DOCUMENTS),
  infMDFeTransp: maybeList(v.object({ chMDFe: text, indReentrega: flag, peri: dangerous }), MOST_DOCUMENTS),
})

const payment = v.object({
  xNome: one,
  ...taxId,
  idEstrangeiro: one,
  Comp: list(v.object({ tpComp: text, vComp: figure, xComp: one }), MANY),
  vContrato: figure,
  indAltoDesemp: flag,
  /** 0 at once, 1 later. */
  indPag: text,
  vAdiant: maybe,
  indAntecipaAdiant: flag,
  infPrazo: maybeList(v.object({ nParcela: text, dVenc: text, vParcela: figure }), MANY),
  tpAntecip: one,
  /** Bank and agency, or the CNPJ of the paying institution, or a key of Pix. */
  infBanc: v.object({ codBanco: one, codAgencia: one, CNPJIPEF: one, PIX: one }),
})

const antt = v.object({
  RNTRC: one,
  infCIOT: maybeList(v.object({ CIOT: one, ...taxId }), MANY),
  valePed: v.optional(
    v.object({
      disp: list(
        v.object({ CNPJForn: text, CNPJPg: one, CPFPg: one, nCompra: one, vValePed: figure, tpValePed: one }),
        MANY,
      ),
      categCombVeic: one,
    }),
  ),
  infContratante: maybeList(
    v.object({
      xNome: one,
      ...taxId,
      idEstrangeiro: one,
      infContrato: v.optional(v.object({ NroContrato: text, vContratoGlobal: figure })),
    }),
    MANY,
  ),
  infPag: maybeList(payment, MANY),
})

/** Whose a vehicle is, where it is not the issuer's. */
const owner = v.optional(v.object({ ...taxId, RNTRC: text, xNome: text, IE: one, UF: one, tpProp: text }))
/** Tare and capacity in kilograms, `capM3` in cubic metres, all whole. */
const vehicle = { cInt: one, placa: text, RENAVAM: one, tara: text, capM3: one, prop: owner, tpCar: text, UF: one }
const seals = maybeList(v.object({ nLacre: text }), MANY)

const road = v.object({
  infANTT: v.optional(antt),
  veicTracao: v.object({
    ...vehicle,
    capKG: one,
    condutor: list(v.object({ xNome: text, CPF: text }), 10),
    tpRod: text,
  }),
  veicReboque: maybeList(v.object({ ...vehicle, capKG: text }), 3),
  codAgPorto: one,
  lacRodo: seals,
})

/** A place of a full load: its CEP, or where it is. */
const place = v.object({ CEP: one, latitude: one, longitude: one })

/** The shape of a manifest that comes as JSON, with limits: the layout and `checkManifest` judge what is in it. */
export const manifestSchema = v.object({
  ide: v.object({
    tpAmb: environment,
    /** 1 carrier, 2 own cargo, 3 carrier with a CT-e globalizado. */
    tpEmit: text,
    tpTransp: one,
    serie: text,
    nMDF: text,
    cMDF: text,
    dhEmi: text,
    /** 1 normal, 2 contingency (printed, sent within 168 hours). */
    tpEmis: v.picklist(['1', '2', '3']),
    verProc: one,
    UFIni: text,
    UFFim: text,
    infMunCarrega: list(v.object({ cMunCarrega: text, xMunCarrega: text }), 50),
    /** States between the first and the last, in the order of the way. */
    infPercurso: maybeList(v.object({ UFPer: text }), 25),
    dhIniViagem: one,
    indCanalVerde: flag,
    indCarregaPosterior: flag,
  }),
  emit: v.object({ ...taxId, IE: one, xNome: text, xFant: one, enderEmit: v.object({ ...address, email: one }) }),
  rodo: road,
  infDoc: v.object({ infMunDescarga: list(unloading, MANY) }),
  seg: maybeList(
    v.object({
      /** 1 the issuer answers for it, 2 who hired. */
      infResp: v.object({ respSeg: text, ...taxId }),
      infSeg: v.optional(v.object({ xSeg: text, CNPJ: one })),
      nApol: one,
      nAver: maybeList(text, MANY),
    }),
    MANY,
  ),
  prodPred: v.optional(
    v.object({
      tpCarga: text,
      xProd: text,
      cEAN: one,
      NCM: one,
      infLotacao: v.optional(v.object({ infLocalCarrega: place, infLocalDescarrega: place })),
    }),
  ),
  /** `cUnid` 01 kilograms, 02 tonnes, which `qCarga` is in. */
  tot: v.object({ vCarga: figure, cUnid: text, qCarga: figure }),
  lacres: seals,
  autXML: maybeList(v.object(taxId), 10),
  infAdic: v.optional(v.object({ infAdFisco: one, infCpl: one })),
  infRespTec: v.optional(v.object({ CNPJ: text, xContato: text, email: text, fone: text, idCSRT: one, hashCSRT: one })),
})

export type ManifestInput = v.InferInput<typeof manifestSchema>
export type Manifest = v.InferOutput<typeof manifestSchema>
