/** What a DANFE shows, every value as it is written on paper. */

/** Somebody on the paper: emitter, recipient, a place of collection or of delivery, a carrier. */
export interface DanfeParty {
  readonly name: string
  readonly fantasy: string
  readonly taxId: string
  readonly IE: string
  readonly street: string
  readonly district: string
  readonly town: string
  readonly UF: string
  readonly CEP: string
  readonly phone: string
  readonly email: string
}

export interface DanfeEmitter extends DanfeParty {
  readonly IEST: string
  readonly IM: string
}

export interface DanfeItem {
  readonly code: string
  readonly description: string
  /** What the manual wants under the description: additional text, lots, tax of its own. */
  readonly details: readonly string[]
  readonly NCM: string
  /** Origin and CST or CSOSN. */
  readonly CST: string
  readonly CFOP: string
  readonly unit: string
  readonly quantity: string
  readonly price: string
  /** Unit, quantity and price by which it is taxed, where they are others. */
  readonly taxed: { readonly unit: string; readonly quantity: string; readonly price: string } | null
  readonly total: string
  readonly discount: string
  readonly vBC: string
  readonly vICMS: string
  readonly vIPI: string
  readonly pICMS: string
  readonly pIPI: string
}

/** A field of a block: its title and what it holds. */
export type DanfeField = readonly [title: string, value: string]

export interface DanfeVolume {
  readonly quantity: string
  readonly kind: string
  readonly brand: string
  readonly number: string
  readonly gross: string
  readonly net: string
}

export interface DanfeTransport {
  readonly payer: string
  readonly carrier: DanfeParty
  readonly ANTT: string
  readonly plate: string
  readonly plateUF: string
  readonly volumes: readonly DanfeVolume[]
}

export interface DanfeDue {
  readonly n: string
  readonly due: string
  readonly amount: string
}

/** How the note was issued, as the paper tells it. */
export interface DanfeEmission {
  /** Neither authorised, nor printed in a contingency that lets it go first. */
  readonly unauthorised: boolean
  readonly denied: boolean
  readonly cancelled: boolean
  readonly test: boolean
  /** Printed before it was authorised: with a security form, after an EPEC, or off-line. */
  readonly contingency: 'form' | 'epec' | 'offline' | null
  /** What contingency asks to be told, beginning with what it was; empty where there was none. */
  readonly told: readonly string[]
  /** The 36 characters of the second bar code, where the manual asks for one. */
  readonly contingencyKey: string | null
}

export interface Danfe {
  readonly mod: string
  readonly chNFe: string
  readonly key: string
  readonly number: string
  readonly serie: string
  readonly tpNF: string
  readonly tpImp: string
  readonly natOp: string
  readonly issued: { readonly day: string; readonly time: string }
  readonly left: { readonly day: string; readonly time: string }
  /** Number and moment of the authorisation. */
  readonly protocol: string
  readonly emission: DanfeEmission
  readonly emit: DanfeEmitter
  readonly dest: DanfeParty
  readonly collection: DanfeParty | null
  readonly delivery: DanfeParty | null
  readonly invoice: readonly DanfeField[]
  readonly dues: readonly DanfeDue[]
  readonly payments: readonly DanfeField[]
  readonly change: string
  /** Two rows of nine. */
  readonly taxes: readonly (readonly DanfeField[])[]
  /** Totals of taxes that most notes have not got: IBS, CBS, IS, FCP. */
  readonly reform: readonly DanfeField[]
  readonly totals: DanfeTotals
  readonly transport: DanfeTransport
  readonly items: readonly DanfeItem[]
  readonly services: readonly DanfeField[]
  readonly notes: readonly string[]
  readonly fiscal: readonly string[]
  /** NFC-e and DANFE Simplificado Tipo 2: what the QR Code holds and where a key is looked up. */
  readonly qrCode: string
  readonly consult: string
}

/** What a receipt adds up. */
export interface DanfeTotals {
  readonly products: string
  readonly discount: string
  /** Freight, insurance and other charges. */
  readonly charges: string
  readonly total: string
  /** Approximate taxes (Lei 12.741/2012). */
  readonly approximate: string
}
