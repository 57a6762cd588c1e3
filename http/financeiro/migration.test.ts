import postgres, { type Sql } from 'postgres'
import { expect, inject, it } from 'vitest'
import { freshCopy } from '../../fixtures/test-database'
import { bookFaults } from '../books'
import { withDatabase } from '../db/connect'
import { knownMigrations, migrate } from '../db/migrate'

/** What stood before the ledgers of titles and cash: credits of customers in a wallet of their own, sales received as they were invoiced. */

const BEFORE = '20261125T220800_financeiro.sql'

/** A customer's credit by hand and one of a return that was refunded; a sale paid by credit and at once, and one like it that was cancelled. */
const STOOD = `
insert into empresa (id, "xNome", "CNPJ_CPF") values (1, 'Empresa', '11222333000181');
insert into cliente (id, "xNome") values (1, 'Maria');
insert into tipo_entrada_saida (id, descricao, tipo) values (1, 'Venda', 1);
insert into venda (id, empresa_id, cliente_id, tipo_entrada_saida_id, "vTotal", "dhFaturamento", "dhCancelamento")
  values (1, 1, 1, 1, 60, now(), null), (2, 1, 1, 1, 60, now(), now());
insert into venda_devolucao (id, empresa_id, venda_id, cliente_id, "vTotal", "vReembolso", "dhFinalizacao") values (1, 1, 1, 1, 7, 7, now());
insert into lancamento (id, empresa_id, documento, documento_id, passo, dados, dh, "dhDesfeito") values
  (1, 1, 'cliente', 1, 'concede', '{}', now(), null), (2, 1, 'venda', 1, 'fatura', '{"gera_financeiro":"GERA_DUPLICATA"}', now(), null),
  (3, 1, 'venda', 2, 'fatura', '{"gera_financeiro":"GERA_DUPLICATA"}', now(), now()), (4, 1, 'contas_receber', 5, 'baixaCredito', '{}', now(), null),
  (5, 1, 'contas_receber', 5, 'abre', '{}', now(), null), (6, 1, 'venda_devolucao', 1, 'finaliza', '{"geraCredito":2,"acaoEstoque":0}', now(), null),
  (7, 1, 'cliente', 1, 'vence', '{}', now(), null);
insert into contas_receber (id, empresa_id, cliente_id, documento, documento_id, numero, "dEmissao", "dVencimento", "vDup", "vPago", "vSaldo", "dhCancelamento") values
  (1, 1, 1, 'venda', 1, '1/1', '2026-11-20', '2026-12-20', 20, 20, 0, null), (2, 1, 1, 'venda', 1, '1/2', '2026-11-20', '2026-12-20', 40, 40, 0, null),
  (3, 1, 1, 'venda', 2, '2/1', '2026-11-20', '2026-12-20', 20, 0, 0, now()), (4, 1, 1, 'venda', 2, '2/2', '2026-11-20', '2026-12-20', 40, 0, 0, now()),
  (5, 1, 1, null, null, 'X', '2026-11-20', '2026-12-20', 100, 10, 90, null);
insert into movimento_financeiro (empresa_id, lancamento_id, contas_receber_id, evento, valor) values
  (1, 2, 1, 'abertura', 20), (1, 2, 2, 'abertura', 40), (1, 2, 1, 'baixa', -20), (1, 2, 2, 'baixa', -40),
  (1, 3, 3, 'abertura', 20), (1, 3, 4, 'abertura', 40), (1, 3, 3, 'baixa', -20), (1, 3, 4, 'baixa', -40),
  (1, 3, 3, 'estorno', 20), (1, 3, 4, 'estorno', 40), (1, 3, 3, 'cancelamento', -20), (1, 3, 4, 'cancelamento', -40),
  (1, 5, 5, 'abertura', 100), (1, 4, 5, 'baixa', -10);
insert into venda_duplicata (empresa_id, venda_id, n, "dVencimento", "vDup", conta_receber_id, "vCredito", "vRecebido") values
  (1, 1, 1, '2026-12-20', 20, 1, 20, 0), (1, 1, 2, '2026-12-20', 40, 2, 0, 40), (1, 2, 1, '2026-12-20', 20, 3, 20, 0), (1, 2, 2, '2026-12-20', 40, 4, 0, 40);
insert into cliente_credito (id, empresa_id, cliente_id, tipo, documento, documento_id, "vCredito", "vSaldo", motivo) values
  (1, 1, 1, 'manual', 'cliente', 1, 50, 15, 'Atraso'), (2, 1, 1, 'devolucao', 'venda_devolucao', 1, 7, 0, 'Devolução');
insert into movimento_credito (empresa_id, lancamento_id, credito_id, cliente_id, evento, valor) values
  (1, 1, 1, 1, 'concessao', 50), (1, 2, 1, 1, 'uso', -20), (1, 3, 1, 1, 'uso', -20), (1, 3, 1, 1, 'estorno', 20), (1, 4, 1, 1, 'uso', -10),
  (1, 7, 1, 1, 'vencimento', -5), (1, 6, 2, 1, 'concessao', 7), (1, 6, 2, 1, 'reembolso', -7);
select setval(pg_get_serial_sequence(name, 'id'), 100) from unnest(array['lancamento', 'contas_receber', 'cliente_credito']) name;`

const OURS = /título|livro|caixa|crédito/

/** A database that was filled before a migration, and has it and the later ones now, while a test looks at it. */
async function after(name: string, stood: string, look: (owner: Sql) => Promise<void>): Promise<void> {
  const { url, drop } = await freshCopy(withDatabase(inject('templateUrl'), 'template0'))
  const owner = postgres(url, { max: 1, onnotice: () => undefined })
  try {
    const all = knownMigrations()
    const at = all.findIndex((one) => one.name.endsWith(name))
    expect(at).toBeGreaterThan(0)
    await migrate(owner, all.slice(0, at))
    await owner.unsafe(stood)
    await migrate(owner)
    await look(owner)
  } finally {
    await owner.end()
    await drop()
  }
}

it('makes credits titles, what was received at once money in the cash account, and the books agree', async () => {
  await after(BEFORE, STOOD, async (owner) => {
    const faults = (await bookFaults(owner)).filter(({ rule }) => OURS.test(rule) && !rule.includes('livro estoque'))
    expect(faults).toEqual([])
    expect(
      await owner`select "vDup"::float, "vSaldo"::float, status, descricao, documento from contas_receber where "tpConta" = 11 order by id`,
    ).toEqual([
      { vDup: -50, vSaldo: -15, status: 1, descricao: 'Atraso', documento: null },
      { vDup: -7, vSaldo: 0, status: 4, descricao: 'Devolução', documento: 'venda_devolucao' },
    ])
    expect(
      await owner`select "vPago"::float, "vAbatido"::float, "vSaldo"::float, status from contas_receber where "tpConta" = 1 order by id`,
    ).toEqual([
      { vPago: 0, vAbatido: 20, vSaldo: 0, status: 4 },
      { vPago: 40, vAbatido: 40, vSaldo: 0, status: 4 },
      { vPago: 0, vAbatido: 0, vSaldo: 0, status: 5 },
      { vPago: 0, vAbatido: 0, vSaldo: 0, status: 5 },
      { vPago: 0, vAbatido: 10, vSaldo: 90, status: 1 },
    ])
    expect(await owner`select descricao, "vSaldo"::float from banco`).toEqual([{ descricao: 'Caixa', vSaldo: 40 }])
  })
})

const RECONCILED = `
insert into empresa (id, "xNome", "CNPJ_CPF") values (1, 'Empresa', '11222333000181');
insert into banco (id, empresa_id, descricao) values (1, 1, 'Corrente');
insert into conciliacao_bancaria (id, empresa_id, banco_id, "dInicio", "dFim", "dSaldo", "vSaldoBanco", "dSaldoLido", "vSaldoLido", "dhFinalizacao") values
  (1, 1, 1, '2026-09-01', '2026-09-30', '2026-09-30', 5, null, null, now()), (2, 1, 1, '2026-10-01', '2026-10-31', '2026-10-30', 6, '2026-10-31', 7, now()),
  (3, 1, 1, '2026-11-01', '2026-11-30', '2026-11-30', 8, null, null, null);
insert into conciliacao (id, empresa_id, acquirer, begin_date) values (1, 1, 'cielo', '2026-11-01'), (2, 1, 'cielo', '2026-11-02');
insert into conciliacao_venda (id, empresa_id, conciliacao_id, batch_gross_amount, net_amount) values (1, 1, 2, 10, 9);`

it('says of what was reconciled before what was read of the bank, and of rows of cards the file that has them', async () => {
  await after('_conciliacao_origem.sql', RECONCILED, async (owner) => {
    expect(
      await owner`select "dSaldoLido"::text as dia, "vSaldoLido"::float as valor from conciliacao_bancaria order by id`,
    ).toEqual([
      { dia: '2026-09-30', valor: 5 },
      { dia: '2026-10-31', valor: 7 },
      { dia: null, valor: null },
    ])
    expect(await owner`select origem_id from conciliacao_venda`).toEqual([{ origem_id: 2 }])
  })
})
