import { sql } from 'drizzle-orm'
import { tipoEntradaSaidaCfopFields, tipoEntradaSaidaFields } from '../../core/fields/cadastros/tipo-entrada-saida'
import { type Ctx, rowsOf } from '../platform/context'
import { ApiError, invalid } from '../platform/errors'
import { type Draft, resource, type Row } from '../platform/resource'

/** Operation types: what a document does to stock and finance. */
export const tipoEntradaSaida = resource({
  name: 'tipo_entrada_saida',
  paths: ['tipo_entrada_saida', 'cadastros/tipo_entrada_saida'],
  title: 'Tipo de operação',
  right: 'tipo_entrada_saida',
  open: true,
  company: 'none',
  fields: tipoEntradaSaidaFields,
  search: ['descricao'],
  display: ['descricao', 'tipo', 'movimenta_estoque', 'gera_financeiro'],
})

/** The CFOP of each case of an operation: where the goods come from, ST, where they go to, whether the other is a contributor. */
export const tipoEntradaSaidaCfop = resource({
  name: 'tipo_entrada_saida_cfop',
  paths: ['cadastros/tipo_entrada_saida_cfop'],
  title: 'CFOP da operação',
  right: 'tipo_entrada_saida',
  open: true,
  company: 'none',
  fields: tipoEntradaSaidaCfopFields,
  search: [],
  display: ['CFOP'],
  unique: [['tipo_entrada_saida_id', 'origem', 'st', 'destino', 'contribuinte']],
  parent: { resource: 'tipo_entrada_saida', field: 'tipo_entrada_saida_id', list: 'cfop_list' },
  hooks: { after: assertOneForAll },
})

/** The operation of what comes in, or of what goes out, is one of those. Throws 422 at `tipo_entrada_saida_id`. */
export async function assertWay(ctx: Ctx, { values }: Draft, tipo: 0 | 1): Promise<void> {
  const id = values.tipo_entrada_saida_id
  if (id === undefined || id === null) return
  const [operation] = await rowsOf(ctx, sql`select tipo from tipo_entrada_saida where id = ${Number(id)}`)
  if (operation?.tipo === tipo) return
  throw invalid({ tipo_entrada_saida_id: [`Selecione um tipo de operação de ${tipo === 0 ? 'entrada' : 'saída'}.`] })
}

/** A line for contributors and others is one of its case, too: the index does not see what is empty. Throws 409. */
async function assertOneForAll(ctx: Ctx, [line]: readonly Row[]): Promise<void> {
  if (line === undefined) return
  const [twice] = await rowsOf(
    ctx,
    sql`select 1 from tipo_entrada_saida_cfop where tipo_entrada_saida_id = ${line.tipo_entrada_saida_id} and contribuinte is null
        group by origem, st, destino having count(*) > 1 limit 1`,
  )
  if (twice) throw new ApiError(409, 'conflict', 'Há duas linhas de CFOP para o mesmo caso.')
}
