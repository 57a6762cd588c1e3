import * as v from 'valibot'
import type { NFSE_SYSTEMS } from '../../../core/fields/nfse/municipal'
import type { NfseError } from '../../../core/fiscal/nfse/answers'
import type { NoteReading } from '../../../core/fiscal/nfse/read-note'
import type { KeyPair } from '../../cadastros/empresa/certificado/certificado'
import type { Ctx } from '../../platform/context'
import type { Work } from '../../platform/exchange/exchange'
import type { Built } from './build'
import type { Nfse } from './nfse'

/** What stands between a note's life and whoever makes notes of declarations: the national system, or a city's own. */

export type SystemName = keyof typeof NFSE_SYSTEMS

const text = v.string()

/** What a request is known by at its system, stored with it. */
export const told = v.object({
  sistema: v.optional(v.picklist(['nacional', 'abrasf', 'manual']), 'nacional'),
  tpAmb: v.picklist(['1', '2']),
  idDps: v.optional(text, ''),
  /** Digest of the declaration; empty where it is not signed. */
  digVal: v.optional(text, ''),
  /** Of an event: the note's key, and which. */
  chNFSe: v.optional(text, ''),
  tpEvento: v.optional(text, ''),
  /** Of a city's own system: the city, the receipt, and what the note comes to. */
  cMun: v.optional(text, ''),
  rps: v.optional(v.object({ numero: text, serie: text, CNPJ_CPF: text, IM: v.nullable(text) })),
  vServ: v.optional(text, ''),
  /** Under which the city keeps the lot that brought it, and answers later; empty where it does not, or not yet. */
  protocolo: v.optional(text, ''),
})
export type Told = v.InferOutput<typeof told>

/** A declaration that is signed: its bytes, its Id, and what its request is known by. */
export interface SignedDeclaration {
  readonly xml: string
  readonly idDps: string
  readonly told: Omit<Told, 'tpAmb' | 'protocolo'>
}

interface Signing {
  readonly note: Nfse
  readonly built: Built
  readonly pair: KeyPair
}

/** A note that is to be ended, and why. */
export interface Ending {
  readonly note: Nfse
  readonly pair: KeyPair
  /** As the national system's event names it. */
  readonly cMotivo: string
}

/** Something that a system took, with its XML; or why it did not. */
export type Taken =
  | { readonly state: 'stored'; readonly xml: string; readonly status: number }
  | { readonly state: 'refused'; readonly errors: readonly NfseError[]; readonly status: number }

/** What a declaration came to: taken, refused, or kept under a protocol by which its answer is asked for later (empty: to be sent anew). */
export type Issued =
  | Taken
  | { readonly state: 'waits'; readonly protocolo: string; readonly why: string; readonly status: number }

export interface NoteSystem {
  /** Signs a declaration, in the caller's transaction. Throws 400 for what the system does not do. */
  readonly sign: (ctx: Ctx, signing: Signing) => Promise<SignedDeclaration>
  /** Sends a signed declaration; of one that is kept under a protocol, asks by it. Throws CallFailed, NotSent. */
  readonly send: (work: Work, told: Told) => Promise<Issued>
  /** The note that was made of a declaration; undefined where the system says that there is none. Throws CallFailed, NotSent. */
  readonly noteOf: (work: Work, told: Told) => Promise<string | undefined>
  /** Whether a note may yet be made of what was sent without an answer, although the system says that there is none: then it does not go again. */
  readonly isUnderWay?: (work: Work, told: Told) => boolean
  /** Reads a note, and whether it is made of our bytes. Throws CoreError. */
  readonly judge: (xml: string, told: Told) => { readonly reading: NoteReading; readonly isOurs: boolean }
  /** Sends a signed request to end a note. Throws CallFailed, NotSent. */
  readonly sendEvent: (work: Work, told: Told) => Promise<Taken>
  /** What ended a note, as it was registered; undefined where nothing did. Throws CallFailed, NotSent. */
  readonly eventOf: (work: Work, told: Told) => Promise<string | undefined>
}
