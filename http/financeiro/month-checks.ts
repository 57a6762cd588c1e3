import { type SQL, sql } from 'drizzle-orm'
import { addDays, addMonths, firstDayOfMonth } from '../../core/br/civil-date'
import { TITLE } from '../../core/fields/financeiro/titulos'
import { waitingInCompany } from '../painel/filas'
import { type Ctx, rowsOf } from '../platform/context'
import { undepositedCards } from './conciliacao/open'
import { resultRows } from './dre/rows'

/** What has to be done before a month is closed (D, month-end): each with its number, whose it is and where it is done. What is not zero is signed for. */

export interface Check {
  readonly nome: string
  readonly rotulo: string
  readonly responsavel: string
  readonly qtd: number
  /** Where it is done. */
  readonly caminho: string
}

interface Counted extends Omit<Check, 'qtd'> {
  readonly count: (empresa_id: number, month: { readonly de: string; readonly ate: string }) => SQL
}

const view = (path: string, name: string): string => `${path}?${new URLSearchParams({ visao: name })}`
/** Advances and credits that nobody looked at for so long. */
const OLD_DAYS = 90

const oldCredits = (nome: string, table: 'contas_receber' | 'contas_pagar', whose: string): Counted => ({
  nome,
  rotulo: `Créditos e adiantamentos ${whose} com mais de ${OLD_DAYS} dias`,
  responsavel: 'Financeiro',
  caminho: `/ui/financeiro/${table}`,
  count: (empresa_id, { ate }) =>
    sql`from ${sql.identifier(table)} where empresa_id = ${empresa_id} and "tpConta" in (${TITLE.ADIANTAMENTO}, ${TITLE.CREDITO}) and "vSaldo" <> 0 and "dhCancelamento" is null and "dEmissao" <= ${addDays(ate, -OLD_DAYS)}::date`,
})

const COUNTS: readonly Counted[] = [
  {
    nome: 'vendas_sem_fatura',
    rotulo: 'Vendas expedidas e não faturadas',
    responsavel: 'Faturamento',
    caminho: view('/ui/comercial/venda', 'A faturar'),
    count: (empresa_id, { ate }) =>
      sql`from venda where empresa_id = ${empresa_id} and "dhFechamento" < (${ate}::date + 1)::timestamptz and "dhFaturamento" is null and "dhCancelamento" is null`,
  },
  {
    nome: 'entradas_abertas',
    rotulo: 'Entradas recebidas e não finalizadas',
    responsavel: 'Compras',
    caminho: view('/ui/estoque/entrada', 'Abertas'),
    count: (empresa_id, { ate }) =>
      sql`from entrada where empresa_id = ${empresa_id} and criado_em < (${ate}::date + 1)::timestamptz and "dhFinalizacao" is null and "dhCancelamento" is null`,
  },
  {
    nome: 'previsoes',
    rotulo: 'Previsões vencidas, a confirmar ou mover',
    responsavel: 'Financeiro',
    caminho: '/ui/financeiro/contas_pagar',
    count: (empresa_id, { ate }) =>
      sql`from (select empresa_id, "tpConta", "vSaldo", "dhCancelamento", coalesce("dPrevisao", "dVencimento") as dia from contas_receber union all select empresa_id, "tpConta", "vSaldo", "dhCancelamento", coalesce("dPrevisao", "dVencimento") from contas_pagar) t
        where empresa_id = ${empresa_id} and "tpConta" = ${TITLE.PREVISAO} and "vSaldo" > 0 and "dhCancelamento" is null and dia <= ${ate}::date`,
  },
  {
    nome: 'cartoes_deposito',
    rotulo: 'Recebimentos de cartões sem depósito',
    responsavel: 'Financeiro',
    caminho: '/ui/financeiro/conciliacao',
    count: (empresa_id, { ate }) => sql`from (${undepositedCards(sql`= ${empresa_id}`, ate)}) r`,
  },
  {
    nome: 'contas_sem_conferir',
    rotulo: 'Contas com extrato no mês e sem conciliação finalizada até o fim dele',
    responsavel: 'Financeiro',
    caminho: '/ui/financeiro/conciliacao_bancaria',
    count: (empresa_id, { de, ate }) =>
      sql`from banco b where b.empresa_id = ${empresa_id}
        and exists (select 1 from extrato_banco l where l.banco_id = b.id and l."dMovimento" between ${de}::date and ${ate}::date)
        and not exists (select 1 from conciliacao_bancaria k where k.banco_id = b.id and k."dhFinalizacao" is not null and k."dFim" >= ${ate}::date)`,
  },
  oldCredits('creditos_antigos', 'contas_receber', 'de clientes'),
  oldCredits('creditos_antigos_pagar', 'contas_pagar', 'com fornecedores'),
  {
    nome: 'sem_conta',
    rotulo: 'Linhas do resultado sem conta do plano',
    responsavel: 'Financeiro',
    caminho: '/ui/financeiro/dre',
    count: (empresa_id, { de, ate }) =>
      sql`from ${resultRows({ visao: 'competencia', empresa_id, de, ate })} l where l.conta is null`,
  },
  {
    nome: 'diferencas',
    rotulo: 'Contas do resultado que mudaram mais de 20 % no mês',
    responsavel: 'Financeiro',
    caminho: '/ui/financeiro/dre',
    count: (empresa_id, { de, ate }) => {
      const before = addMonths(de, -1)
      const rows = resultRows({ visao: 'competencia', empresa_id, de: before, ate })
      return sql`from (select l.conta, coalesce(sum(l.valor) filter (where l.dia < ${de}::date), 0) as antes, coalesce(sum(l.valor) filter (where l.dia >= ${de}::date), 0) as agora from ${rows} l group by 1) d
        where antes <> 0 and abs(agora - antes) > abs(antes) * 0.2`
    },
  },
]

/** Areas whose queues have to be empty. */
const AREAS = ['financeiro', 'compras', 'nfe', 'sis']

/** All that is looked at before the month of this day is closed, whoever closes it. */
export async function monthChecks(ctx: Ctx, ate: string): Promise<Check[]> {
  const { empresa_id } = ctx.actor
  const month = { de: firstDayOfMonth(ate), ate }
  const [queues, rows] = await Promise.all([
    waitingInCompany(ctx, AREAS),
    rowsOf(
      ctx,
      sql.join(
        COUNTS.map(({ count }, at) => sql`select ${at}::int as i, count(*)::int as n ${count(empresa_id, month)}`),
        sql` union all `,
      ),
    ),
  ])
  const counts = new Map(rows.map(({ i, n }) => [Number(i), Number(n)]))
  return [
    ...queues.map(({ nome, rotulo, caminho, qtd }) => ({ nome, rotulo, caminho, qtd, responsavel: 'Fila' })),
    ...COUNTS.map(({ nome, rotulo, responsavel, caminho }, at) => ({
      nome,
      rotulo,
      responsavel,
      caminho,
      qtd: counts.get(at) ?? 0,
    })),
  ]
}
