import type { Sql } from 'postgres'
import type { Database } from '../http/db/connect'
import { BENCH_USER } from './bench-user'
import { filledDatabase, type Step } from './own-database'

/** Titles of three years: one in ten is open, from two months ago to a year ahead. */
export const TITLES = { receber: 1_200_000, pagar: 800_000, people: 50_000 }

/** Opens a database of 2,000,000 titles with their ledgers, filling it on first use (some four minutes): the same every time but for the day it counts from. */
export const titlesDatabase = (): Promise<Database> => filledDatabase('bench-titles', isFilled, fill)

async function isFilled(owner: Sql): Promise<boolean> {
  const [filled] = await owner`select count(*)::int as n from banco where descricao = 'Conta dos títulos'`
  return filled?.n === 1
}

/** Due day of the n-th title: one in ten is open. */
const DUE = `current_date + case when n % 10 = 0 then (n / 10 * 7919 % 425)::int - 60 else -(n::bigint * 31 % 1095)::int - 1 end`

async function fill(step: Step): Promise<void> {
  await step(
    'registers',
    `truncate contas_receber, contas_pagar, movimento_financeiro, caixa_lancamento, lancamento, banco, plano_conta, centro_resultado, cliente, fornecedor, empresa restart identity cascade;
    insert into empresa ("CNPJ_CPF", "xNome") values ('11222333000181', 'Empresa dos Títulos Ltda');${BENCH_USER}
    insert into plano_conta (codigo, descricao) values ('3', 'Despesas'), ('4', 'Receitas');
    insert into plano_conta (codigo, descricao) select '3.' || n, 'Despesa ' || n from generate_series(1, 20) n;
    insert into plano_conta (codigo, descricao) select '4.' || n, 'Receita ' || n from generate_series(1, 10) n;
    insert into centro_resultado (descricao) select 'Centro ' || n from generate_series(1, 8) n;
    insert into pagamento (descricao, "diasCompensacao") values ('Dinheiro medido', 0), ('Boleto medido', 1);
    insert into cliente ("xNome") select initcap((array['ana','bruno','carla','davi','elisa','fabio','gloria','heitor'])[1 + n % 8]) || ' ' || substr(md5(n::text), 1, 8) from generate_series(1, ${TITLES.people}) n;
    insert into fornecedor ("xNome") select 'Fornecedor ' || substr(md5(n::text), 1, 8) from generate_series(1, ${TITLES.people / 10}) n`,
  )
  for (const [kind, table, person, people, codes] of [
    ['receber', 'contas_receber', 'cliente_id', TITLES.people, '4.%'],
    ['pagar', 'contas_pagar', 'fornecedor_id', TITLES.people / 10, '3.%'],
  ] as const) {
    await step(
      table,
      `with accounts as (select array_agg(id) as ids from plano_conta where codigo like '${codes}')
      insert into ${table} (empresa_id, ${person}, numero, parcela, pagamento_id, plano_conta_id, centro_resultado_id, "dEmissao", "dCompetencia", "dVencimento", "dPagamento", "vDup", "vSaldo", "vPago", "vAbatido", "dhBaixa")
      select 1, 1 + (n::bigint * 7919 % ${people}), 'T' || n, 1, (select min(id) from pagamento where descricao like '% medido') + n % 2, ids[1 + n % array_length(ids, 1)],
        case when n % 9 > 0 then n % 9 end, due - 30, due - 30, due, case when n % 10 > 0 then due + (n % 7)::int - 1 end, 1 + n % 997,
        case when n % 10 = 0 then 1 + n % 997 else 0 end, case when n % 10 > 0 then 1 + n % 997 else 0 end, case when n % 10 > 0 then 1 + n % 997 else 0 end, case when n % 10 > 0 then now() end
      from accounts, (select n, ${DUE} as due from generate_series(1, ${TITLES[kind]}) n) d`,
    )
    await step(
      `${table}: facts`,
      `insert into lancamento (empresa_id, documento, documento_id, passo, dados, dh) select 1, '${table}', 1, 'baixaLote', '{}', d from generate_series(current_date - 1200, current_date + 10, interval '1 day') d`,
    )
    await step(
      `${table}: ledger`,
      `with facts as (select min(id) as first, max(dh)::date as last from lancamento where documento = '${table}' and passo = 'baixaLote')
      insert into movimento_financeiro (empresa_id, lancamento_id, ${table}_id, evento, valor, "dMovimento")
      select 1, first, t.id, 'abertura', t."vDup", t."dEmissao" from ${table} t, facts
      union all select 1, first + (t."dPagamento" - (current_date - 1200)), t.id, 'baixa', -t."vDup", t."dPagamento" from ${table} t, facts where t."dPagamento" is not null`,
    )
  }
  await step(
    'cash',
    `insert into banco (empresa_id, descricao, padrao) values (1, 'Conta dos títulos', true);
    insert into caixa_lancamento (empresa_id, lancamento_id, banco_id, evento, "dMovimento", "vLancamento")
      select 1, m.lancamento_id, 1, 'baixa', m."dMovimento", sum(case when m.contas_pagar_id is null then -m.valor else m.valor end)
      from movimento_financeiro m where m.evento = 'baixa' group by m.lancamento_id, m."dMovimento";
    update banco set "vSaldo" = (select sum("vLancamento") from caixa_lancamento)`,
  )
  await step('analyze', 'vacuum analyze')
}
