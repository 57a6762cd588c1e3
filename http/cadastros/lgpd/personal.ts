import type { Ctx } from '../../platform/context'
import type { PersonRecord } from './titular'

/** What stands where a person's name stood. */
export const MARK = '(anonimizado)'

/** What a list or a document tells of a person beside their register, and when it lets go of that. */
export interface Copy {
  /** The register of the person. */
  readonly of: string
  readonly resource: string
  /** The field that names the person, or what names them. */
  readonly field: string
  /** The document that the field names, and its field that names the person. */
  readonly through?: readonly [resource: string, field: string]
  /** `now`: with the person. `released`: when no tax can be claimed any more of what it tells. */
  readonly goes: 'now' | 'released'
  /** Marked where something stands; the rest is emptied. */
  readonly mark?: readonly string[]
  /** Marked with the row's number, where no two may be equal. */
  readonly numbered?: readonly string[]
  readonly empty?: readonly string[]
}

/** What may still be open between a person and the company, and how it is told. */
export interface Open {
  readonly resource: string
  /** The field that names the person, or the list of it whose sales name the customer. */
  readonly by: { readonly field: string } | { readonly stops: string; readonly parent: string }
  readonly where: string
  /** The day after which it is open no more. */
  readonly until?: string
  readonly one: string
  readonly many: string
}

/** A document that taxes hang on: the field that names the person, and its date, as SQL. */
export interface KeptForTaxes {
  readonly resource: string
  readonly field: string
  readonly date: string
}

/** Takes out what an area keeps of a person beside its lists, in the caller's transaction, before the register lets go of them. */
export type Forgetting = (ctx: Ctx, person: PersonRecord) => Promise<void>

/** What an area tells of people. */
export interface Personal {
  readonly copies?: readonly Copy[]
  readonly open?: readonly Open[]
  readonly kept?: readonly KeptForTaxes[]
  /** Records that belong to a person alone, and go with them: the list of a register, and the field that names the person. */
  readonly gone?: readonly (readonly [resource: string, field: string])[]
  readonly forget?: Forgetting
}

/** How documents name whom they are for, or from. */
export const CUSTOMER = { of: 'cliente', field: 'cliente_id' } as const
export const SUPPLIER = { of: 'fornecedor', field: 'fornecedor_id' } as const
/** What names a sale tells of its customer. */
export const OF_SALE = { of: 'cliente', field: 'venda_id', through: ['venda', 'cliente_id'] } as const
export const NOT_DONE = '"dhCancelamento" is null and "dhFinalizacao" is null'
