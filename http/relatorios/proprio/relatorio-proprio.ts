import { sql } from 'drizzle-orm'
import { isAdmin } from '../../../core/access'
import { relatorioProprioFields } from '../../../core/fields/relatorios/relatorio-proprio'
import type { Ctx } from '../../platform/context'
import { forbidden } from '../../platform/errors'
import { type Draft, resource, type Row } from '../../platform/resource'
import { checkDefinition } from './definition'

/** Reports that people put together themselves, of any register that they may read: kept for themselves, or shared with their company. */
export const relatorioProprio = resource({
  name: 'relatorio_proprio',
  paths: ['relatorios/proprio'],
  title: 'Relatório próprio',
  right: 'relatorios',
  company: 'own',
  fields: relatorioProprioFields,
  search: ['nome', 'descricao'],
  display: ['nome'],
  defaultOrder: 'nome',
  visible: ({ actor }) => sql`(t.compartilhado or t.usuario_id is null or t.usuario_id = ${actor.id})`,
  hooks: {
    prepare: async (ctx, drafts) => {
      for (const draft of drafts) await check(ctx, draft)
    },
    remove: (ctx, record) => assertAuthor(ctx, record),
  },
})

async function check(ctx: Ctx, { before, values }: Draft): Promise<void> {
  if (before) assertAuthor(ctx, before)
  // A company that leaves, or a name that changes, asks nothing of what the report says.
  if (!before || SAID.some((name) => values[name] !== undefined)) await checkDefinition(ctx, { ...before, ...values })
}

const SAID = ['recurso', 'colunas', 'filtros', 'ordem', 'grupo', 'somas', 'grafico', 'orientacao']

/** A shared report is run by others, and changed by its author or an administrator alone; one that the program made, by whoever may change reports. Throws 403. */
function assertAuthor({ actor }: Pick<Ctx, 'actor'>, { usuario_id }: Row): void {
  if (actor.id !== 0 && usuario_id !== null && usuario_id !== actor.id && !isAdmin(actor))
    throw forbidden('Só quem criou este relatório o altera: duplique-o para ter o seu.')
}
