import * as v from 'valibot'
import { isAdmin } from '../../../core/access'
import { replicaFault } from '../../db/replica'
import { parseInput } from '../../platform/action'
import { type App, type Context, type Services, withCtx } from '../../platform/app'
import type { Ctx } from '../../platform/context'
import { forbidden } from '../../platform/errors'
import { shortText } from '../../platform/inputs'
import { change, idOf } from '../../platform/routes'
import { slowestCalls, slowStatements } from './calls'
import { endSession, online } from './online'
import { databaseBytes, freeDisk, largestTables } from './sizes'
import { ownWork, services as outsideServices, tasks, tryAgain } from './work'

/** For so long what is the whole server's, and the same for everybody, is not looked up again. */
const FRESH_MS = 15_000

const named = v.object({ nome: v.pipe(shortText(80), v.minLength(1, 'Preencha este campo.')) })

function assertAdmin(c: Context): void {
  if (!isAdmin(c.get('actor'))) throw forbidden('Você não tem permissão para esta ação (só administradores).')
}

/** How the replica stands that this server reads at. */
function replicaTold({ replica }: Services) {
  if (replica === undefined) return null
  const { standing, answered } = replica
  const texto = replicaFault(standing) ?? 'A réplica de leitura está em dia.'
  return { estado: standing.state, texto, atraso_ms: Math.round(standing.lagMs), lidas: answered.replica }
}

/** `GET /api/sis/saude`: how the server is, for administrators; people, tasks and requests of their own companies. Beside it, ending a session and trying work again. */
export function mountHealthPage(app: App, services: Services): void {
  let known: { readonly told: object; readonly until: number } | undefined
  const whole = async (ctx: Ctx): Promise<object> => {
    if (known && known.until > performance.now()) return known.told
    const told = {
      trabalhos: await ownWork(ctx),
      chamadas: await slowestCalls(ctx),
      consultas: await slowStatements(ctx),
      tabelas: await largestTables(ctx),
      banco: { bytes: await databaseBytes(ctx) },
      disco: await freeDisk(services),
      replica: replicaTold(services),
    }
    known = { told, until: performance.now() + FRESH_MS }
    return told
  }
  app.get('/api/sis/saude', async (c) => {
    assertAdmin(c)
    const told = await withCtx(services, c, 'read', async (ctx) => ({
      sessoes: await online(ctx),
      tarefas: await tasks(ctx),
      servicos: await outsideServices(ctx),
      ...(await whole(ctx)),
    }))
    return c.json(told)
  })
  app.delete('/api/sis/saude/sessoes/:id', (c) => {
    assertAdmin(c)
    return change(services, c, (ctx) => endSession(ctx, idOf(c)))
  })
  app.post('/api/sis/saude/trabalhos', (c) => {
    assertAdmin(c)
    return change(services, c, async (ctx, body) => {
      const told = await tryAgain(ctx, parseInput(named, body).nome)
      known = undefined
      return told
    })
  })
}
