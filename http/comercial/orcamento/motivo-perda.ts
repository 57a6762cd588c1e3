import { sql } from 'drizzle-orm'
import { motivoPerdaFields } from '../../../core/fields/comercial/motivo-perda'
import { type Ctx, rowsOf } from '../../platform/context'
import { invalid } from '../../platform/errors'
import { find } from '../../platform/engine/write'
import { resource } from '../../platform/resource'

/** Reasons for which quotes are lost: the register that they are counted by. What was written stays with the quote. */
export const motivoPerda = resource({
  name: 'motivo_perda',
  paths: ['comercial/motivo_perda'],
  title: 'Motivo de perda',
  right: 'venda_orcamento',
  company: 'none',
  fields: motivoPerdaFields,
  search: ['descricao'],
  display: ['descricao'],
  unique: [['descricao']],
})

/** The registered reason that was given, else the one that is written like it; null for a text of its own. Throws 422. */
export async function registeredReason(
  ctx: Ctx,
  given: number | null | undefined,
  text: string | null,
): Promise<number | null> {
  if (given !== null && given !== undefined) {
    if (!(await find(ctx, motivoPerda, given))) throw invalid({ motivo_perda_id: ['Selecione um registro válido.'] })
    return given
  }
  const [row] = await rowsOf(
    ctx,
    sql`select id from motivo_perda where lower(descricao) = lower(trim(${text ?? ''})) order by id limit 1`,
  )
  return row ? Number(row.id) : null
}
