import type { AlertKind } from '../../../core/settings/alerts'
import type { SettingValues } from '../../../core/settings/settings'
import type { Services } from '../../platform/app'
import type { Ctx } from '../../platform/context'

/** Something that needs a person. */
export interface Trouble {
  readonly tipo: AlertKind
  /** What tells it from others of its kind: as long as one of this key is found, it is the same. */
  readonly chave: string
  /** The company that it is of; `null` where it is of the whole server. */
  readonly empresa_id: number | null
  /** In a sentence or two, for the mail. */
  readonly texto: string
}

/** What a look works with: a connection that sees all companies. */
interface Look {
  readonly ctx: Pick<Ctx, 'db' | 'clock'>
  readonly services: Services
  readonly settings: SettingValues
}

/** Looks for what needs a person, of one kind; undefined where this server is not the one that can. */
export type AlertSource = (look: Look) => Promise<readonly Trouble[] | undefined>

const sources = new Map<AlertKind, AlertSource>()

/** From now on this is looked at, too: for what only the program that starts the server knows of. */
export function alertSource(kind: AlertKind, source: AlertSource): void {
  if (sources.has(kind)) throw new Error(`The alert ${kind} is defined twice.`)
  sources.set(kind, source)
}

export const alertSources = (): ReadonlyMap<AlertKind, AlertSource> => sources
