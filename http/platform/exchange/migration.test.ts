import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { withDatabase } from '../../db/connect'
import { knownMigrations, migrate } from '../../db/migrate'

/** A database of before, with deliveries and mails in their own tables: all of them are exchanges after the update, as far as they were. */

const name = `prumo_test_${randomBytes(6).toString('hex')}`
let admin: postgres.Sql
let owner: postgres.Sql
beforeAll(async () => {
  admin = postgres(withDatabase(inject('templateUrl'), 'postgres'), { max: 1, onnotice: () => undefined })
  await admin.unsafe(`create database ${name}`)
  owner = postgres(withDatabase(inject('templateUrl'), name), { max: 2, onnotice: () => undefined })
})
afterAll(async () => {
  await owner.end()
  await admin.unsafe(`drop database ${name} with (force)`)
  await admin.end()
})

it('deliveries and mails of before are exchanges, with their numbers, keys and states', async () => {
  const known = knownMigrations()
  await migrate(
    owner,
    known.slice(
      0,
      known.findIndex((one) => one.name.endsWith('_troca.sql')),
    ),
  )
  await owner.unsafe(`
    insert into empresa ("CNPJ_CPF", "xNome") values ('11222333000181', 'Primeira'), ('22333444000181', 'Segunda');
    insert into "user" (name, email, empresa_id) values ('Ana', 'ana@teste.example', 2);
    insert into webhook_entrega (id, empresa_id, webhook_id, event_type, webhook_url, identificador, evento_id, recurso, registro_id, corpo, status, tentativas, "dhProxima", "dhTentando", ultimo_status, ultima_ms, erro, "dhEntrega", historico)
    values (11, 1, 7, 'VENDA_FECHADA', 'https://a.example', 'uuid-11', 'ev', 'venda', 5, '{"a":1}', 'entregue', 1, null, null, 204, 12, null, '2026-11-01 10:00:00', '[{"status":204,"ms":12}]'),
      (12, 1, 7, 'VENDA_FECHADA', 'https://a.example', 'uuid-12', 'ev', 'venda', 6, '{}', 'falhou', 8, null, null, 500, 9, 'Respondeu 500.', null, '[{"status":500,"ms":9}]'),
      (13, 1, 7, 'VENDA_FECHADA', 'https://a.example', 'uuid-13', 'ev', 'venda', 7, '{}', 'na_fila', 2, '2026-11-01 10:00:00', null, null, null, 'Não respondeu em 10 s.', null, null),
      (14, 1, 7, 'VENDA_FECHADA', 'https://a.example', 'uuid-14', 'ev', 'venda', 8, '{}', 'na_fila', 1, '2026-11-01 10:00:00', '2026-11-01 10:00:30', null, null, null, null, null);
    select setval('webhook_entrega_id_seq', 20);
    insert into email_fila (para, assunto, texto, sigiloso, enviado_em, desistiu_em, erro) values
      ('ANA@teste.example', 'Oi', 'Olá', false, '2026-11-01 10:00:00', null, null),
      ('rui@teste.example', 'Link', 'segredo', true, null, null, '451'), ('zoe@teste.example', 'Não foi', '', true, null, '2026-11-02 10:00:00', '550')`)
  await migrate(owner, known)
  expect(await owner`select id, status, tentativas, fila, chave from troca where tipo = 'webhook' order by id`).toEqual(
    [
      { id: 11, status: 'respondida', tentativas: 1, fila: '7', chave: 'uuid-11' },
      { id: 12, status: 'falhou', tentativas: 8, fila: '7', chave: 'uuid-12' },
      { id: 13, status: 'na_fila', tentativas: 2, fila: '7', chave: 'uuid-13' },
      { id: 14, status: 'enviando', tentativas: 1, fila: '7', chave: 'uuid-14' },
    ],
  )
  expect(
    await owner`select id, webhook_id, status, ultimo_status, ultima_ms, erro, "dhEntrega" is not null as entregue from webhook_entrega order by id`,
  ).toMatchObject([
    { id: 11, webhook_id: 7, status: 'entregue', ultimo_status: 204, ultima_ms: 12, entregue: true },
    { id: 12, status: 'falhou', ultimo_status: 500, erro: 'Respondeu 500.', entregue: false },
    { id: 13, status: 'na_fila', ultimo_status: null, erro: 'Não respondeu em 10 s.' },
    { id: 14, status: 'na_fila' },
  ])
  expect(
    await owner`select id > 20 as depois, empresa_id, status, chave, corpo, dados ->> 'para' as para, sigiloso from troca where tipo = 'email' order by id`,
  ).toEqual([
    {
      depois: true,
      empresa_id: 2,
      status: 'respondida',
      chave: 'prumo-1',
      corpo: 'Olá',
      para: 'ANA@teste.example',
      sigiloso: false,
    },
    {
      depois: true,
      empresa_id: 1,
      status: 'na_fila',
      chave: 'prumo-2',
      corpo: 'segredo',
      para: 'rui@teste.example',
      sigiloso: true,
    },
    {
      depois: true,
      empresa_id: 1,
      status: 'falhou',
      chave: 'prumo-3',
      corpo: '',
      para: 'zoe@teste.example',
      sigiloso: true,
    },
  ])
})
