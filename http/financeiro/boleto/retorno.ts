import { sql } from 'drizzle-orm'
import { LINE, retornoBoletoFields, retornoConteudoFields, retornoFields } from '../../../core/fields/financeiro/boleto'
import { type Ctx, rowsOf } from '../../platform/context'
import { patchRows } from '../../platform/engine/write'
import { badRequest, invalid } from '../../platform/errors'
import { type RecordOf, resource } from '../../platform/resource'

/** Files of banks that tell what became of boletos (N3-026, S3-021). */
export const retorno = resource({
  name: 'retorno',
  paths: ['financeiro/retorno', 'retorno'],
  title: 'Retorno',
  right: 'remessa_retorno',
  company: 'own',
  fields: retornoFields,
  search: ['arquivo'],
  display: ['arquivo', 'data'],
  unique: [['empresa_id', 'sha256']],
  indexes: [['empresa_id', 'status', 'id']],
  hooks: {
    prepare: (_ctx, drafts) => {
      if (drafts.every(({ before }) => before)) return
      throw invalid({ file: ['Envie o arquivo do banco como multipart/form-data, no campo file.'] })
    },
    remove: () => {
      throw badRequest('Um retorno não é excluído: o que ele diz aconteceu.', 'booked')
    },
  },
})

export type RetornoRecord = RecordOf<typeof retorno>

export const retornoConteudo = resource({
  name: 'retorno_conteudo',
  paths: ['financeiro/retorno_conteudo'],
  title: 'Conteúdo de retorno',
  right: 'remessa_retorno',
  readOnly: true,
  company: 'own',
  fields: retornoConteudoFields,
  search: [],
  display: ['retorno_id'],
  unique: [['retorno_id']],
})

/** What a file says, line by line, and what became of it (N3-066). */
export const retornoBoleto = resource({
  name: 'retorno_boleto',
  paths: ['financeiro/retorno_boleto', 'retorno_boleto'],
  title: 'Ocorrência de boleto',
  right: 'remessa_retorno',
  readOnly: true,
  company: 'own',
  fields: retornoBoletoFields,
  search: ['nosso_numero', 'seu_numero', 'xPagador'],
  display: ['texto', 'dOcorrencia'],
  indexes: [
    ['retorno_id', 'situacao', 'linha'],
    ['empresa_id', 'chave'],
    ['empresa_id', 'situacao', 'id'],
  ],
})

export type ReturnLine = RecordOf<typeof retornoBoleto>

/** Counts the lines of files again. */
export async function recount(ctx: Ctx, ids: readonly number[]): Promise<RetornoRecord[]> {
  const edits = []
  for (const id of ids) {
    const [row] = await rowsOf(
      ctx,
      sql`select count(*) filter (where situacao = ${LINE.A_BAIXAR})::int as "qBaixar", count(*) filter (where situacao = ${LINE.SEM_BOLETO})::int as "qSemBoleto",
            count(*) filter (where situacao = ${LINE.BAIXADA})::int as "qBaixadas" from retorno_boleto where retorno_id = ${id}`,
    )
    edits.push({
      id,
      qBaixar: Number(row?.qBaixar),
      qSemBoleto: Number(row?.qSemBoleto),
      qBaixadas: Number(row?.qBaixadas),
    })
  }
  return patchRows(ctx, retorno, edits)
}
