import { sql } from 'drizzle-orm'
import { empresa } from '../cadastros/empresa'
import { cliente } from '../cadastros/pessoas'
import { armazenamento } from '../estoque/registers'
import { mercadoria } from '../estoque/mercadoria'
import { pagamento } from '../financeiro/registers'
import { type App, type Services, withCtx } from '../platform/app'
import { type Ctx, rowsOf } from '../platform/context'
import type { Resource } from '../platform/resource'
import { may } from '../platform/rights'
import type { Figures } from './figure'
import { boolean, list, object, type Routes, text } from '../platform/served'
import { user } from '../sis/user'

/** What a company still lacks to sell, to buy and to invoice, read of what is there: nobody ticks it off. */

export const STEPS = ['empresa', 'local', 'pagamentos', 'usuarios', 'produtos', 'clientes'] as const
type Step = (typeof STEPS)[number]

/** Something that is lacking, in words, and the step that brings it; null where none does. */
interface Lack {
  readonly passo: Step | null
  readonly texto: string
}

export interface FirstSteps {
  readonly passos: readonly { readonly nome: Step; readonly feito: boolean; readonly pode: boolean }[]
  readonly vender: readonly Lack[]
  readonly comprar: readonly Lack[]
  readonly faturar: readonly Lack[]
}

const NEEDS: Readonly<Record<Step, { readonly of: Resource; readonly right: 'create' | 'edit' }>> = {
  empresa: { of: empresa, right: 'edit' },
  local: { of: armazenamento, right: 'create' },
  pagamentos: { of: pagamento, right: 'create' },
  usuarios: { of: user, right: 'create' },
  produtos: { of: mercadoria, right: 'create' },
  clientes: { of: cliente, right: 'create' },
}

/** Facts of the chosen company, in one statement. */
async function facts(ctx: Ctx): Promise<ReadonlyMap<string, boolean>> {
  const company = ctx.actor.empresa_id
  const [row] = await rowsOf(
    ctx,
    sql`select e."CNPJ_CPF" is not null as cnpj, coalesce(e."IE", '') <> '' as ie, e."cMun" is not null and coalesce(e."xLgr", '') <> '' as endereco,
        exists (select 1 from armazenamento a where a.empresa_id = e.id and not a.bloqueado) as local,
        exists (select 1 from pagamento p where p.ativo and (p.empresa_id is null or p.empresa_id = e.id)) as pagamento,
        (select count(*) from user_empresa x where x.empresa_id = e.id) > 1 as usuarios,
        exists (select 1 from mercadoria m where m.ativo) as produto,
        exists (select 1 from mercadoria m join mercadoria_preco p on p.mercadoria_id = m.id where m.ativo and p."vUnTrib" > 0) as preco,
        not exists (select 1 from mercadoria m where m.ativo and m."NCM" is null) as ncm,
        exists (select 1 from cliente c where c.ativo) as cliente, exists (select 1 from fornecedor f where f.ativo) as fornecedor,
        exists (select 1 from tipo_entrada_saida t where t.ativo and t.tipo = 1) as saida,
        exists (select 1 from tipo_entrada_saida t where t.ativo and t.tipo = 0) as entrada,
        exists (select 1 from empresa_certificado c where c.empresa_id = e.id and c."dhFim" > ${ctx.clock.now()}::timestamptz) as certificado
      from empresa e where e.id = ${company}`,
  )
  return new Map(Object.entries(row ?? {}).map(([name, value]) => [name, value === true]))
}

const LACKS: Readonly<Record<string, Lack>> = {
  cnpj: { passo: 'empresa', texto: 'CNPJ da empresa' },
  ie: { passo: 'empresa', texto: 'inscrição estadual' },
  endereco: { passo: 'empresa', texto: 'endereço com município' },
  local: { passo: 'local', texto: 'local de estoque' },
  pagamento: { passo: 'pagamentos', texto: 'forma de pagamento' },
  produto: { passo: 'produtos', texto: 'produto' },
  preco: { passo: 'produtos', texto: 'preço de um produto' },
  ncm: { passo: 'produtos', texto: 'NCM em todos os produtos' },
  cliente: { passo: 'clientes', texto: 'cliente' },
  saida: { passo: null, texto: 'tipo de operação de saída' },
  entrada: { passo: null, texto: 'tipo de operação de entrada' },
  certificado: { passo: null, texto: 'certificado digital (em Empresas, aba Fiscal)' },
}

const GOALS = {
  vender: ['local', 'pagamento', 'saida', 'produto', 'preco', 'cliente'],
  comprar: ['cnpj', 'local', 'entrada'],
  faturar: ['cnpj', 'ie', 'endereco', 'ncm', 'certificado'],
} as const

const DONE: Readonly<Record<Step, readonly string[]>> = {
  empresa: ['cnpj', 'endereco'],
  local: ['local'],
  pagamentos: ['pagamento'],
  usuarios: ['usuarios'],
  produtos: ['produto', 'preco'],
  clientes: ['cliente'],
}

/** The steps, what each person may do of them, and what is lacking for each goal in the chosen company. */
export async function firstSteps(ctx: Ctx): Promise<FirstSteps> {
  const known = await facts(ctx)
  const lacking = (names: readonly string[]): Lack[] =>
    names.flatMap((name) => (known.get(name) === true ? [] : (LACKS[name] ?? [])))
  return {
    passos: STEPS.map((nome) => ({
      nome,
      feito: DONE[nome].every((name) => known.get(name) === true),
      pode: may(ctx, NEEDS[nome].of, NEEDS[nome].right),
    })),
    vender: lacking(GOALS.vender),
    comprar: lacking(GOALS.comprar),
    faturar: lacking(GOALS.faturar),
  }
}

/** For the dashboard of whoever may change the company: what the steps would bring. Nothing where nothing is lacking. */
export const firstStepsFigures: Figures = {
  of: [empresa],
  read: async (ctx) => {
    if (!may(ctx, empresa, 'edit')) return {}
    const { vender, comprar, faturar } = await firstSteps(ctx)
    const open = [...vender, ...comprar, ...faturar].filter(({ passo }) => passo !== null)
    const faltas = [...new Set(open.map(({ texto }) => texto))]
    return faltas.length === 0 ? {} : { primeiros_passos: { faltas } }
  },
}

const lacks = list(object({ passo: text('O passo que o traz; vazio onde não é um deles'), texto: text() }))

export const firstStepsRoutes: Routes = {
  mount: (app: App, services: Services) => {
    app.get('/api/primeiros_passos', async (c) => c.json(await withCtx(services, c, 'read', firstSteps)))
  },
  tells: [
    {
      path: '/api/primeiros_passos',
      method: 'get',
      summary: 'O que ainda falta à empresa escolhida para vender, comprar e faturar',
      tag: 'Painel e busca',
      answer: object({
        passos: list(object({ nome: text(), feito: boolean(), pode: boolean('Quem pergunta pode fazê-lo') })),
        vender: lacks,
        comprar: lacks,
        faturar: lacks,
      }),
    },
  ],
}
