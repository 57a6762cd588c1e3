import { TIME_ZONE } from '../../../core/br/time-zone'
import { SYSTEM } from '../../db/pool'
import { type Context, mailSettings, outside, type Services, systemCtx } from '../../platform/app'
import type { Ctx } from '../../platform/context'
import { toApiError } from '../../platform/error-answer'
import { originOf } from '../../sis/address'
import { slowTurn } from '../../sis/limits'
import type { LinkTarget, sealedLinks } from '../../sis/sealed-link'
import { saysOnly } from './frame'

/** Reading by one place, and links that open nothing from one place, in a quarter of an hour. */
const PACES = { read: { free: 120, most: 5 }, wrong: { free: 20, most: 30 } } as const

async function slow(services: Services, c: Context, kind: keyof typeof PACES): Promise<void> {
  const { network } = originOf(c, services)
  await services.pool.transaction(SYSTEM, (db) => slowTurn(db, `publico-${kind}:${network}`, PACES[kind]))
}

/** Said of every link that opens nothing, whatever the reason: nobody learns which documents there are. */
const gone = () => saysOnly('Este link não vale mais', 'Peça um novo a quem o enviou.', 404)

interface Pages<R> {
  /** The document of a link, locked; undefined for one that is gone, and for a link that was revoked. */
  readonly find: (ctx: Ctx, target: LinkTarget) => Promise<R | undefined>
  /** What is said where it is read no more. */
  readonly refuses: (ctx: Ctx, record: R) => Response | undefined
}

/** What is done with the document of a link; undefined for what it does not have. */
type Work<R> = (ctx: Ctx, record: R) => Promise<Response | undefined>

/** Pages of a document for whoever holds its link. */
export function linkedPages<R>(links: ReturnType<typeof sealedLinks>, { find, refuses }: Pages<R>) {
  const withRecord = (services: Services, c: Context, target: LinkTarget, work: Work<R>) => {
    const { empresa_id } = target
    return services.pool.transaction({ empresas: [empresa_id], timeZone: TIME_ZONE }, async (db) => {
      const ctx = { ...systemCtx(services, db, [empresa_id], empresa_id), mail: mailSettings(services, c) }
      const record = await find(ctx, target)
      return record && (refuses(ctx, record) ?? (await work(ctx, record)))
    })
  }
  /** Does something with the document that a link opens, in one transaction that sees this company alone. What is refused is said on a page. */
  return async (services: Services, c: Context, work: Work<R>): Promise<Response> => {
    try {
      await slow(services, c, 'read')
      const target = links.open(outside(services).vault, c.req.param('token') ?? '')
      const answer = target && (await withRecord(services, c, target, work))
      if (answer) return answer
      await slow(services, c, 'wrong')
      return gone()
    } catch (error) {
      const known = toApiError(error)
      if (!known) throw error
      return saysOnly('Não foi possível abrir', known.message, known.status, known.headers)
    }
  }
}
