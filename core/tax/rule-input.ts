import { contributionIsFree, ipiIsCharged, isSimples } from './codes'
import { taxCodeDigits } from './icms'
import { interstateRate } from './interstate'
import type { AmountField, ItemTaxInput, RateField } from './types'

/** What a rule brings to an item: everything but its amounts. */
export type RuleTax = Omit<ItemTaxInput, AmountField>

/** A stored rule (`tributacao`), or what it has for one state (`tributacao_mva`), by field. */
export type StoredRule = Readonly<Record<string, unknown>>

/** Who sells what to whom. */
export interface RuleCase {
  readonly UFOrig: string
  readonly UFDest: string
  /** Regime of the sender, as the NF-e numbers it. */
  readonly CRT: number
  /** What the customer is to the ICMS: 1 contributor, 2 exempt of registration, 9 none. */
  readonly contribuinte: number
  readonly indFinal: boolean
  /** Origin of the goods, 0 to 8. */
  readonly origem: number
  /** IPI of the product's register, in percent, where the rule has none of its own. */
  readonly pIPI?: string
  readonly date: string
}

/** Rates that a rule gives as they are. */
const PLAIN = [
  'pRedBC',
  'pDif',
  'pCredSN',
  'pRedBCST',
  'pRetPIS',
  'pRetCOFINS',
  'pRetCSLL',
  'pRetIRRF',
  'pRetINSS',
  'pIS',
  'pIBSUF',
  'pIBSMun',
  'pCBS',
  'pRedAliqIBSUF',
  'pRedAliqIBSMun',
  'pRedAliqCBS',
  'pDifIBSUF',
  'pDifIBSMun',
  'pDifCBS',
] as const satisfies readonly RateField[]

const text = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined

type Writable = { -readonly [K in keyof RuleTax]: RuleTax[K] }

/** Puts what is given, and nothing where nothing is. */
function put(tax: Writable, values: { readonly [K in keyof RuleTax]?: RuleTax[K] | undefined }): void {
  for (const [name, value] of Object.entries(values)) if (value !== undefined) Object.assign(tax, { [name]: value })
}

/**
 * What a stored rule says of an item in a case, as `calculateItem` takes it. Between states ICMS bears the interstate rate (the rule's pICMSInter, else by
 * law) unless the rule is for that destination alone; the FCP of the own state stays out; DIFAL is for non-contributors of another state, and not for
 * senders of Simples. `mva` is what the rule has of its own for the destination, and goes before.
 */
export function taxOfRule(rule: StoredRule, mva: StoredRule | undefined, at: RuleCase): RuleTax {
  const interstate = at.UFDest !== 'EX' && at.UFDest !== at.UFOrig
  const simples = isSimples(at.CRT)
  const tax: Writable = {}
  put(tax, Object.fromEntries(PLAIN.map((name) => [name, text(rule[name])])))
  put(tax, {
    taxCode: text(rule.taxCode),
    modBC: text(rule.modBC),
    modBCST: text(rule.modBCST),
    motDesICMS: text(rule.motDesICMS),
    indDeduzDeson: rule.indDeduzDeson === true ? '1' : '0',
    indFinal: at.indFinal ? '1' : '0',
    ipiBaseExcludesFreight: rule.ipi_frete === false,
    pisCofinsBaseExcludesIcms: rule.exclui_icms_pis_cofins === true,
    fcpStSubtractsOwn: rule.fcpst_subtrai_proprio !== false,
    cst30SubtractsOwn: rule.cst30_subtrai_proprio === true,
    senderSimplesNacional: simples,
    regime: simples ? 'simples' : undefined,
    date: at.date,
    pIPI: ipiIsCharged(text(rule.cstIPI)) ? (text(rule.pIPI) ?? at.pIPI) : undefined,
    pPIS: contributionIsFree(text(rule.cstPIS)) ? undefined : text(rule.pPIS),
    pCOFINS: contributionIsFree(text(rule.cstCOFINS)) ? undefined : text(rule.pCOFINS),
  })
  putIcms(tax, rule, mva, { ...at, interstate })
  if (interstate && at.contribuinte === 9 && !simples) putDifal(tax, rule, mva)
  return tax
}

function putIcms(
  tax: Writable,
  rule: StoredRule,
  mva: StoredRule | undefined,
  at: RuleCase & { readonly interstate: boolean },
): void {
  const inter = at.interstate ? (text(rule.pICMSInter) ?? interstateRate(at)) : undefined
  const own = text(rule.pICMS)
  const taxed = own !== undefined && Number(own) > 0
  const margin = text(mva?.pMVAST) ?? text(rule.pMVAST)
  const adjusted = rule.mva_ajustada === true && at.interstate
  put(tax, {
    pICMS: taxed && inter !== undefined && text(rule.UFDest) === undefined ? inter : own,
    pICMSInter: inter,
    pFCP: at.interstate ? undefined : text(rule.pFCP),
    pMVAST: adjusted ? undefined : margin,
    mvaOriginal: adjusted ? margin : undefined,
    mvaAdjusted: adjusted ? true : undefined,
    pICMSST: text(mva?.pICMSST) ?? text(rule.pICMSST),
    pFCPST: text(mva?.pFCP) ?? text(rule.pFCPST),
  })
}

function putDifal(tax: Writable, rule: StoredRule, mva: StoredRule | undefined): void {
  put(tax, {
    pICMSUFDest: text(mva?.pICMSUFDest) ?? text(rule.pICMSUFDest),
    pFCPUFDest: text(mva?.pFCPUFDest) ?? text(rule.pFCPUFDest),
    difalDoubleBase: rule.difal_base_dupla === true ? true : undefined,
  })
}

/** Situation codes of goods whose ST was withheld before, and of operations in which it is withheld. */
const WITHHELD: ReadonlySet<string> = new Set(['60', '500'])
const WITHHOLDS: ReadonlySet<string> = new Set(['10', '30', '70', '90', '201', '202', '203', '900'])

/** What ST is to the CFOP of an item: 0 none, 1 we withhold it, 2 withheld before. */
export function stOfTax({ taxCode, pICMSST, pFCPST }: RuleTax): number {
  const code = taxCode === undefined ? '' : taxCodeDigits(taxCode)
  if (WITHHELD.has(code)) return 2
  return WITHHOLDS.has(code) && (pICMSST !== undefined || pFCPST !== undefined) ? 1 : 0
}
