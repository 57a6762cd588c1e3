import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../platform/context'
import { badRequest, forbidden, invalid } from '../platform/errors'
import { type Hooks, resourceNamed } from '../platform/resource'
import { may } from '../platform/rights'

/** Whoever changes the plan edits payables and receivables both (S3-015). */
function assertBoth(ctx: Ctx): void {
  if (may(ctx, resourceNamed('contas_pagar'), 'edit') && may(ctx, resourceNamed('contas_receber'), 'edit')) return
  throw forbidden('Só quem altera contas a pagar e a receber muda o plano de contas.')
}

const parentOf = (codigo: string): string | null => codigo.split('.').slice(0, -1).join('.') || null

async function isThere(ctx: Ctx, codigo: string): Promise<boolean> {
  return (await rowsOf(ctx, sql`select 1 from plano_conta where codigo = ${codigo}`)).length > 0
}

async function hasChildren(ctx: Ctx, codigo: string): Promise<boolean> {
  const found = await rowsOf(ctx, sql`select 1 from plano_conta where starts_with(codigo, ${`${codigo}.`}) limit 1`)
  return found.length > 0
}

/** The plan is a tree by its codes: what stands below something has it above, and what has something below it stays. */
export const planHooks: Hooks = {
  prepare: async (ctx, drafts) => {
    assertBoth(ctx)
    for (const { before, values } of drafts) {
      const codigo = values.codigo
      if (typeof codigo !== 'string' || codigo === before?.codigo) continue
      if (before && (await hasChildren(ctx, String(before.codigo))))
        throw badRequest('Esta conta tem contas abaixo dela: o código não muda.', 'has_children')
      const above = parentOf(codigo)
      if (above !== null && !(await isThere(ctx, above)))
        throw invalid({ codigo: [`Cadastre antes a conta ${above}.`] })
    }
  },
  remove: async (ctx, record) => {
    assertBoth(ctx)
    if (await hasChildren(ctx, String(record.codigo)))
      throw badRequest('Exclua antes as contas abaixo desta.', 'has_children')
  },
}
