import type { Sql } from 'postgres'
import type { Database } from '../http/db/connect'
import { BENCH_USER } from './bench-user'
import { filledDatabase, type Step } from './own-database'

/** Rows of the database that the list benchmarks read. */
export const SIZE = { clientes: 200_000, mercadorias: 20_000, vendas: 1_000_000, lines: 2_000_000 }

/** Opens the big database, filling it on first use (some two minutes): seeded SQL, so that it is the same every time. Who adds to it has one of its own, by another name. */
export const bigDatabase = (name = 'bench'): Promise<Database> => filledDatabase(name, isFilled, fill)

async function isFilled(owner: Sql): Promise<boolean> {
  const [filled] = await owner`select count(*)::int as n from venda`
  return Number(filled?.n) >= SIZE.vendas
}

async function fill(step: Step): Promise<void> {
  await step(
    'clean',
    'truncate venda_mercadoria, venda_duplicata, venda, cliente, mercadoria, empresa, tipo_entrada_saida restart identity cascade',
  )
  await step(
    'setup',
    `select setseed(0.42);
    insert into empresa ("CNPJ_CPF", "xNome") values ('11222333000181', 'Empresa Grande Ltda');
    insert into tipo_entrada_saida (descricao, tipo) values ('Venda', 1);${BENCH_USER}`,
  )
  await step(
    'clientes',
    `insert into cliente ("xNome", "xFant", "UF")
    select initcap((array['ana','bruno','carla','davi','elisa','fabio','gloria','heitor','iris','joao'])[1 + (n % 10)]) || ' ' ||
           initcap((array['silva','souza','oliveira','pereira','costa','ribeiro','almeida','nunes','barros','teixeira'])[1 + (n / 10 % 10)]) || ' ' || substr(md5(n::text), 1, 6),
           'Loja ' || substr(md5((n * 7)::text), 1, 8), (array['SP','PR','MG','RS','BA'])[1 + n % 5]
    from generate_series(1, ${SIZE.clientes}) n`,
  )
  await step(
    'mercadorias',
    `insert into mercadoria ("xProd", codigo) select 'Produto ' || n || ' ' || substr(md5(n::text), 1, 8), 'C' || n from generate_series(1, ${SIZE.mercadorias}) n`,
  )
  await step(
    'vendas',
    `insert into venda (empresa_id, cliente_id, tipo_entrada_saida_id, "vTotal", criado_em, "dhAbertura", "dhFechamento", "dhFaturamento")
    select 1, 1 + (n::bigint * 7919 % ${SIZE.clientes}), 1, n % 9973, now() - (${SIZE.vendas} - n) * interval '1 minute', now() - (${SIZE.vendas} - n) * interval '1 minute',
           case when n % 10 > 1 then now() end, case when n % 10 > 3 then now() end from generate_series(1, ${SIZE.vendas}) n`,
  )
  await step(
    'lines',
    `insert into venda_mercadoria (empresa_id, venda_id, mercadoria_id, "xProd", "qTrib", "vUnTrib", "vTotal")
    select 1, 1 + (n - 1) / 2, 1 + (n::bigint * 31 % ${SIZE.mercadorias}), 'Produto', 1, 10, 10 from generate_series(1, ${SIZE.lines}) n`,
  )
  await step('analyze', 'vacuum analyze')
}
