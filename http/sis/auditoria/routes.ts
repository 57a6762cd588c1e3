import { isAdmin } from '../../../core/access'
import { guarded } from '../../../core/tabular/guard'
import { type App, type Context, type Services, withCtx } from '../../platform/app'
import { Download, fileResponse } from '../../platform/download'
import { toldRows } from '../../platform/engine/history'
import { forbidden } from '../../platform/errors'
import { CSV_START, csvLine } from '../../platform/export/csv'
import type { Row } from '../../platform/resource'
import { bodyOf, rowBatches } from '../../platform/stream'
import { readTrail, titled, trail, trailRows, type TrailQuery } from './trail'

/** Entries of one file; a last line says when there were more. */
const MOST = 100_000

function assertAdmin(c: Context): void {
  if (!isAdmin(c.get('actor'))) throw forbidden('Você não tem permissão para esta ação (só administradores).')
}

/** `GET /api/sis/auditoria`: what was done to all records of the caller's companies, by page; `/export` the same as a file. For administrators. */
export function mountTrail(app: App, services: Services): void {
  app.get('/api/sis/auditoria', async (c) => {
    assertAdmin(c)
    const asked = readTrail(c.req.query())
    return c.json(await withCtx(services, c, 'survey', (ctx) => trail(ctx, asked)))
  })
  app.get('/api/sis/auditoria/export', async (c) => {
    assertAdmin(c)
    const asked = readTrail(c.req.query())
    return fileResponse(new Download('auditoria', 'csv', bodyOf(pieces(services, c, asked))))
  })
}

const HEADS = ['Data e hora', 'Quem', 'O que fez', 'Cadastro', 'Registro', 'Campo', 'De', 'Para']

async function* pieces(services: Services, c: Context, asked: TrailQuery): AsyncGenerator<Uint8Array, void> {
  const encoder = new TextEncoder()
  yield encoder.encode(CSV_START + csvLine(HEADS))
  const batches = await rowBatches(services, c, { query: () => trailRows(asked, MOST + 1), limit: MOST })
  for await (const { rows, more } of batches) {
    const told = await withCtx(services, c, 'survey', (ctx) => toldRows(ctx, rows))
    yield encoder.encode(told.map((row) => linesOf(titled(row))).join(''))
    if (more)
      yield encoder.encode(csvLine([`Só as primeiras ${MOST.toLocaleString('pt-BR')} linhas: encurte o período.`]))
  }
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null

/** A line for each field that changed; one for what changed none. */
function linesOf({ dh, user, acao_texto, recurso_texto, registro_texto, campos }: Row): string {
  const who = isRow(user) ? String(user.name) : 'Sistema'
  const about = [dh, who, acao_texto, recurso_texto, registro_texto].map((one) => guarded(String(one)))
  const changes = Array.isArray(campos) ? campos.filter(isRow) : []
  if (changes.length === 0) return csvLine([...about, '', '', ''])
  return changes
    .map(({ rotulo, de_texto, para_texto }) =>
      csvLine([...about, ...[rotulo, de_texto, para_texto].map((one) => guarded(String(one)))]),
    )
    .join('')
}
