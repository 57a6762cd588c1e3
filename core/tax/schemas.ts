import * as v from 'valibot'
import { amount } from '../function'
import { TOTALLED } from './totals'
import type { AmountField, RateField } from './types'

const AMOUNTS = [
  'vProd',
  'qCom',
  'vUnCom',
  'qTrib',
  'vUnTrib',
  'vFrete',
  'vSeg',
  'vOutro',
  'vDesc',
  'vII',
  'vServ',
  'vIPI',
  'qUnid',
  'vUnid',
  'vIPIDevol',
  'vPauta',
  'vPautaST',
  'vICMSDeson',
  'vBCSTRet',
  'qBCMono',
  'adRemICMS',
  'qBCMonoReten',
  'adRemICMSReten',
  'qBCMonoRet',
  'adRemICMSRet',
  'vBCIS',
  'vDevTribIBSUF',
  'vDevTribIBSMun',
  'vDevTribCBS',
] as const satisfies readonly AmountField[]

const RATES = [
  'pIPI',
  'pICMS',
  'pRedBC',
  'pDif',
  'pCredSN',
  'pFCP',
  'mvaOriginal',
  'pMVAST',
  'pRedBCST',
  'pICMSST',
  'pFCPST',
  'pIntra',
  'pICMSUFDest',
  'pICMSInter',
  'pICMSInterPart',
  'pFCPUFDest',
  'pICMSEfet',
  'pRedBCEfet',
  'pPIS',
  'pCOFINS',
  'pISSQN',
  'pRetPIS',
  'pRetCOFINS',
  'pRetCSLL',
  'pRetIRRF',
  'pRetINSS',
  'pIS',
  'pIBSUF',
  'pIBSMun',
  'pCBS',
  'pRedAliq',
  'pRedAliqIBSUF',
  'pRedAliqIBSMun',
  'pRedAliqCBS',
  'pRedutor',
  'pDifIBSUF',
  'pDifIBSMun',
  'pDifCBS',
] as const satisfies readonly RateField[]

const flag = v.optional(v.boolean())
const shortText = v.pipe(v.string(), v.maxLength(60))
const code = v.optional(v.pipe(v.union([shortText, v.number()]), v.transform(String)))
const words = v.optional(v.union([shortText, v.pipe(v.array(shortText), v.maxLength(1000))]))

const optionEntries = {
  taxCode: code,
  discount: v.optional(v.picklist(['incondicional', 'condicional'])),
  indFinal: code,
  fixedAssetOrOwnUse: flag,
  modBC: code,
  modBCST: code,
  mvaAdjusted: flag,
  senderSimplesNacional: flag,
  cst30SubtractsOwn: flag,
  fcpStSubtractsOwn: flag,
  icmsInside: flag,
  difalDoubleBase: flag,
  ipiBaseExcludesFreight: flag,
  pisCofinsBaseExcludesIcms: flag,
  motDesICMS: code,
  indDeduzDeson: code,
  date: v.optional(shortText),
  year: v.optional(v.number()),
  regime: v.optional(shortText),
}

const rateEntries = v.entriesFromList(RATES, v.optional(amount))

const rule = v.object({
  id: code,
  operation: words,
  UFOrig: words,
  UFDest: words,
  NCM: code,
  CEST: code,
  customerKind: words,
  regime: words,
  from: v.optional(shortText),
  to: v.optional(shortText),
  tax: v.object({ ...rateEntries, ...optionEntries }),
})

const contextEntries = {
  operation: v.optional(shortText),
  UFOrig: v.optional(shortText),
  UFDest: v.optional(shortText),
  NCM: code,
  CEST: code,
  customerKind: v.optional(shortText),
  regime: v.optional(shortText),
}

const rules = v.pipe(
  v.array(rule),
  v.maxLength(200_000),
  v.transform((list) => list.map((one, index) => ({ ...one, id: one.id ?? String(index) }))),
)

export const ruleSearch = v.object({ ...contextEntries, date: shortText, rules })

const item = v.object({
  ...v.entriesFromList(AMOUNTS, v.optional(amount)),
  ...rateEntries,
  ...optionEntries,
  ...contextEntries,
  rules: v.optional(rules),
  trace: v.optional(v.boolean(), true),
})

/** An item flat, or as a case that keeps its amounts under `inputs` and its options under `flags`. */
export const itemCase = v.pipe(v.unknown(), v.transform(flatten), item)

function flatten(value: unknown): unknown {
  if (!isRecord(value)) return value
  const { inputs, input, flags, ...rest } = value
  const flat: Record<string, unknown> = { ...rest, ...asRecord(inputs), ...asRecord(input), ...asRecord(flags) }
  if ('deductIcmsFromPisCofinsBase' in flat) flat.pisCofinsBaseExcludesIcms = flat.deductIcmsFromPisCofinsBase
  return withoutNulls(flat)
}

/** A null of JSON is an absent value. */
function withoutNulls(value: unknown): unknown {
  return isRecord(value) ? Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null)) : value
}

function asRecord(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {}
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export const totalsCase = v.object({
  itens: v.pipe(
    v.array(
      v.pipe(
        v.unknown(),
        v.transform(withoutNulls),
        v.object({
          ...v.entriesFromList(TOTALLED, v.optional(amount)),
          vST: v.optional(amount),
          indTot: code,
          indDeduzDeson: code,
          indSomaPISST: code,
          indSomaCOFINSST: code,
        }),
        v.transform(({ vST, ...one }) => ({ ...one, vICMSST: one.vICMSST ?? vST })),
      ),
    ),
    v.maxLength(2000),
  ),
  date: v.optional(shortText),
  year: v.optional(v.number()),
})

export const marginCase = v.object({ mvaOriginal: amount, pInter: amount, pIntra: amount })
export const apportionCase = v.object({
  total: amount,
  values: v.pipe(v.array(amount), v.minLength(1), v.maxLength(2000)),
})
