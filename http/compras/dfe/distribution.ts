import type { SQL } from 'drizzle-orm'
import type { Uf } from '../../../core/br/uf'
import type { DistributionAnswer } from '../../../core/fiscal/services/answers'
import type { NumberKey, TpAmb } from '../../../core/fiscal/services/requests'
import type { Ctx } from '../../platform/context'
import type { Caller } from '../../nfe/sefaz/soap-call'

/** What stands between the reading of a distribution and the national service that it is of: notes, manifests. */

/** Whose numbers (NSU) are meant: of a model, in an environment. */
export interface Numbered {
  readonly mod: 55 | 58
  readonly tpAmb: 1 | 2
}

/** Who asks: the company's state, the environment, its certificate. */
export interface Asker extends Caller {
  readonly UF: Uf
  readonly tpAmb: TpAmb
  readonly CNPJ_CPF: string
}

/** A document of an answer, unpacked. */
export interface Unpacked {
  readonly NSU: string | null
  /** As the service names it: `procNFe_v4.00.xsd`. */
  readonly esquema: string
  readonly xml: string
}

/** What a document is of, as `dfe_documento` says it. */
export interface Belongs {
  readonly chNFe?: string | null
  readonly nfe_compra_id?: number | null
  readonly chMDFe?: string | null
  readonly mdfe_recebido_id?: number | null
  readonly mdfe_id?: number | null
}

/** Takes in what was read, in the caller's transaction. Throws CoreError and ApiError for what cannot be taken. */
export type TakeIn = (ctx: Ctx) => Promise<Belongs>

/** A national service that gives out documents in which a company has an interest. */
export interface Distribution {
  readonly mod: Numbered['mod']
  /** Of a company `e`: whether it wants them by the clock. */
  readonly isWanted: SQL
  /** Asks by number. Throws CallFailed. */
  readonly ask: (at: Asker, key: NumberKey) => Promise<DistributionAnswer>
  /** Asks for one document by its key, where the service has that. Throws CallFailed. */
  readonly askByKey?: (at: Asker, chave: string) => Promise<DistributionAnswer>
  /** Reads a document before there is a transaction. Throws CoreError and ApiError for what cannot be read. */
  readonly read: (document: Unpacked, CNPJ_CPF: string) => Promise<TakeIn>
  /** Of a document that cannot be read or taken: its key, where it names one. */
  readonly keyIn: (xml: string) => Belongs
}
