import type { Amount, Decimal } from '../money/decimal'

/** Amounts of an item, in reais or quantities; none may be negative. */
export type AmountField =
  | 'vProd'
  | 'qCom'
  | 'vUnCom'
  | 'qTrib'
  | 'vUnTrib'
  | 'vFrete'
  | 'vSeg'
  | 'vOutro'
  | 'vDesc'
  | 'vII'
  | 'vServ'
  | 'vIPI'
  | 'qUnid'
  | 'vUnid'
  | 'vIPIDevol'
  | 'vPauta'
  | 'vPautaST'
  | 'vICMSDeson'
  | 'vBCSTRet'
  | 'qBCMono'
  | 'adRemICMS'
  | 'qBCMonoReten'
  | 'adRemICMSReten'
  | 'qBCMonoRet'
  | 'adRemICMSRet'
  | 'vBCIS'
  | 'vDevTribIBSUF'
  | 'vDevTribIBSMun'
  | 'vDevTribCBS'

/** Rates and reductions, in percent (18 is 18 %). */
export type RateField =
  | 'pIPI'
  | 'pICMS'
  | 'pRedBC'
  | 'pDif'
  | 'pCredSN'
  | 'pFCP'
  | 'mvaOriginal'
  | 'pMVAST'
  | 'pRedBCST'
  | 'pICMSST'
  | 'pFCPST'
  | 'pIntra'
  | 'pICMSUFDest'
  | 'pICMSInter'
  | 'pICMSInterPart'
  | 'pFCPUFDest'
  | 'pICMSEfet'
  | 'pRedBCEfet'
  | 'pPIS'
  | 'pCOFINS'
  | 'pISSQN'
  | 'pRetPIS'
  | 'pRetCOFINS'
  | 'pRetCSLL'
  | 'pRetIRRF'
  | 'pRetINSS'
  | 'pIS'
  | 'pIBSUF'
  | 'pIBSMun'
  | 'pCBS'
  | 'pRedAliq'
  | 'pRedAliqIBSUF'
  | 'pRedAliqIBSMun'
  | 'pRedAliqCBS'
  | 'pRedutor'
  | 'pDifIBSUF'
  | 'pDifIBSMun'
  | 'pDifCBS'

/** What is decided about an item, besides its amounts and rates. */
export interface ItemOptions {
  /** `CST 10`, `CSOSN 201` or only the digits. Without it everything whose rate is given is computed. */
  readonly taxCode?: string
  /** `condicional`: the value comes net of a discount that depends on an event, which goes back into every base. */
  readonly discount?: 'incondicional' | 'condicional'
  /** `1`: final consumer, IPI is part of the ICMS base. */
  readonly indFinal?: string
  /** Bought as a fixed asset or for own use: IPI is part of the ICMS and DIFAL bases. */
  readonly fixedAssetOrOwnUse?: boolean
  /** `3` operation value (the default), `1` and `2` listed price (vPauta × qTrib). */
  readonly modBC?: string
  /** `4` margin (the default), `6` operation value, any other a listed price (vPautaST × qTrib). */
  readonly modBCST?: string
  /** The margin is adjusted for an interstate sale: rates pICMSInter (or pICMS) and pIntra (or pICMSST). */
  readonly mvaAdjusted?: boolean
  /** A sender of Simples Nacional never adjusts the margin (Conv. ICMS 142/2018). */
  readonly senderSimplesNacional?: boolean
  /** CST 30: the state subtracts the presumed own ICMS. */
  readonly cst30SubtractsOwn?: boolean
  /** False where FCP-ST is not reduced by the own FCP. */
  readonly fcpStSubtractsOwn?: boolean
  /** ICMS is part of its own base (import): base / (1 − pICMS). */
  readonly icmsInside?: boolean
  /** DIFAL over a base that holds the destination tax itself. */
  readonly difalDoubleBase?: boolean
  /** Leaves the freight out of the base of IPI, which holds it by law (Lei 4.502/1964, art. 14, § 1º). */
  readonly ipiBaseExcludesFreight?: boolean
  /** Leaves the own ICMS out of the base of PIS and COFINS (STF theme 69). */
  readonly pisCofinsBaseExcludesIcms?: boolean
  /** Reason of an ICMS relief: with it the relieved ICMS is computed. */
  readonly motDesICMS?: string
  /** `1`: the relieved ICMS is deducted from the total. */
  readonly indDeduzDeson?: string
  /** Date of issue, `YYYY-MM-DD…`; or only the year. They choose the rates of IBS and CBS set by law. */
  readonly date?: string
  readonly year?: number
  /** `simples`: no IBS and CBS by default in 2026. */
  readonly regime?: string
}

export type ItemTaxInput = { readonly [Name in AmountField | RateField]?: Amount } & ItemOptions

/** Every figure an item may get. Dotted names tell equal names of different groups apart; percentages are percent. */
export type TaxField =
  | 'vProd'
  | 'vOper'
  | 'IPI.vBC'
  | 'vIPI'
  | 'vBC'
  | 'pRedBC'
  | 'pICMS'
  | 'vICMS'
  | 'vICMSOp'
  | 'pDif'
  | 'vICMSDif'
  | 'vICMSDeson'
  | 'pCredSN'
  | 'vCredICMSSN'
  | 'vCred'
  | 'vBCFCP'
  | 'pFCP'
  | 'vFCP'
  | 'vICMSPresumido'
  | 'pMVAST'
  | 'pRedBCST'
  | 'vBCST'
  | 'pICMSST'
  | 'vICMSST'
  | 'vBCFCPST'
  | 'pFCPST'
  | 'vFCPST'
  | 'vBCSTRet'
  | 'pST'
  | 'vICMSSTRet'
  | 'vBCEfet'
  | 'vICMSEfet'
  | 'vICMSMono'
  | 'vICMSMonoOp'
  | 'vICMSMonoDif'
  | 'vICMSMonoReten'
  | 'vICMSMonoRet'
  | 'vICMSInter'
  | 'vBCUFDest'
  | 'vBCFCPUFDest'
  | 'vFCPUFDest'
  | 'difal'
  | 'vICMSUFDest'
  | 'vICMSUFRemet'
  | 'PIS.vBC'
  | 'vPIS'
  | 'COFINS.vBC'
  | 'vCOFINS'
  | 'ISSQN.vBC'
  | 'vISSQN'
  | 'vRetPIS'
  | 'vRetCOFINS'
  | 'vRetCSLL'
  | 'IRRF.vBC'
  | 'vRetIRRF'
  | 'INSS.vBC'
  | 'vRetINSS'
  | 'vBCIS'
  | 'vIS'
  | 'IBSCBS.vBC'
  | 'pIBSUF'
  | 'pIBSMun'
  | 'pCBS'
  | 'pAliqEfetIBSUF'
  | 'pAliqEfetIBSMun'
  | 'pAliqEfetCBS'
  | 'vDifIBSUF'
  | 'vDifIBSMun'
  | 'vDifCBS'
  | 'vIBSUF'
  | 'vIBSMun'
  | 'vIBS'
  | 'vCBS'
  | 'vItem'

/** The figures of one item and, for each, the formula that gave it, written with the names of its operands. */
export interface ItemTaxes {
  readonly values: Readonly<Partial<Record<TaxField, Decimal>>>
  readonly formulas: Readonly<Partial<Record<TaxField, string>>>
}
