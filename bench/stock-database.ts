import type { Sql } from 'postgres'
import type { Database } from '../http/db/connect'
import { BENCH_USER } from './bench-user'
import { filledDatabase, type Step } from './own-database'

/** A warehouse of 200,000 products in ten lots each, 2,000 of them in the group that is counted, with two years of movements. */
export const STOCK = { products: 200_000, lots: 2_000_000, places: 200, counted: 5_000 }

/** Opens the database, filling it on first use (some three minutes): the same every time but for the day it counts from. */
export const stockDatabase = (): Promise<Database> => filledDatabase('bench-stock', isFilled, fill)

async function isFilled(owner: Sql): Promise<boolean> {
  const [filled] = await owner`select count(*)::int as n from mercadoria_grupo where descricao = 'Contados'`
  return filled?.n === 1
}

/** SQL: the GTIN-13 of the n-th product. */
export const GTIN = (n: string): string => {
  const body = `lpad((789000000000 + ${n})::text, 12, '0')`
  const sum = `(select sum(substr(${body}, i, 1)::int * case when i % 2 = 0 then 3 else 1 end) from generate_series(1, 12) i)`
  return `${body} || ((10 - ${sum} % 10) % 10)`
}

async function fill(step: Step): Promise<void> {
  const { products, lots, places, counted } = STOCK
  await step(
    'registers',
    `truncate empresa, mercadoria, mercadoria_lote, mercadoria_grupo, armazenamento, fornecedor, tipo_entrada_saida, lancamento restart identity cascade;
    insert into empresa ("CNPJ_CPF", "xNome") values ('11222333000181', 'Armazém Medido Ltda');${BENCH_USER}
    insert into fornecedor ("xNome") values ('Fornecedor medido');
    insert into tipo_entrada_saida (descricao, tipo, padrao, movimenta_estoque, gera_financeiro) values ('Compra', 0, 0, true, 'NAO_GERA');
    insert into mercadoria_grupo (descricao) values ('Contados'), ('Outros');
    insert into armazenamento (empresa_id, codigo, "xArmazenamento", padrao) select 1, 'P' || lpad(n::text, 3, '0'), 'Prateleira ' || n, n = 1 from generate_series(1, ${places}) n`,
  )
  await step(
    'products',
    `insert into mercadoria ("xProd", codigo, "cEAN", grupo_id, custo, controla_lote) select 'Produto ' || substr(md5(n::text), 1, 10), n::text, ${GTIN('n')}, case when n <= ${counted} then 1 else 2 end, 2, 1
    from generate_series(1, ${products}) n`,
  )
  await step(
    'lots',
    `insert into mercadoria_lote (mercadoria_id, "nLote", "dVal") select 1 + (n - 1) / 10, 'L' || n, current_date + 30 + (n % 700)::int from generate_series(1, ${lots}) n`,
  )
  // The tenth lot of each product lies where the fifth does.
  const place = `1 + ((l.mercadoria_id + least((l.id - 1) % 10, 4)) % ${places})::int`
  await step(
    'lots in places',
    `insert into mercadoria_armazenamento_lote (empresa_id, mercadoria_id, armazenamento_id, lote_id, "qDisp") select 1, l.mercadoria_id, ${place}, l.id, 1 + l.id % 50 from mercadoria_lote l`,
  )
  await step(
    'sums',
    `insert into mercadoria_armazenamento (empresa_id, mercadoria_id, armazenamento_id, "qDisp") select 1, mercadoria_id, armazenamento_id, sum("qDisp") from mercadoria_armazenamento_lote group by 2, 3;
    insert into mercadoria_saldo (empresa_id, mercadoria_id, q_total, "vTotal", "vCustoMedio") select 1, mercadoria_id, sum("qDisp"), sum("qDisp") * 2, 2 from mercadoria_armazenamento group by 2`,
  )
  await step(
    'ledger',
    `insert into lancamento (empresa_id, documento, documento_id, passo, dados, dh) select 1, 'mercadoria_armazenamento', 1, 'medida', '{}', d from generate_series(current_date - 730, current_date - 1, interval '1 day') d;
    insert into movimento_estoque (empresa_id, mercadoria_id, armazenamento_id, lote_id, "qTrib", "vCusto", lancamento_id, documento, documento_id, criado_em, alterado_em)
      select 1, l.mercadoria_id, l.armazenamento_id, l.lote_id, l."qDisp", l."qDisp" * 2, 1 + l.lote_id % 730, 'mercadoria_armazenamento', 1,
        (current_date - 730 + (l.lote_id % 730)::int)::timestamptz + interval '9 hours', now() from mercadoria_armazenamento_lote l`,
  )
  await step('analyze', 'vacuum analyze')
}
