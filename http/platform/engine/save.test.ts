import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { columnsWith } from '../../../fixtures/columns-with'
import { testCnpj, testServer, type TestServer } from '../../../fixtures/test-server'
import { SYSTEM } from '../../db/pool'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const run = (query: ReturnType<typeof sql>) => server.pool.transaction(SYSTEM, (db) => db.execute(query))
const create = (body: unknown, headers = {}) => server.admin('POST', '/api/cliente', body, headers)

describe('a save', () => {
  it('creates, answers what is stored, and keeps a field-level trail of changes', async () => {
    const made = await create({ xNome: '  Maria  ', CNPJ_CPF: '529.982.247-25', limite_credito: '10.5' })
    expect(made).toMatchObject({
      status: 201,
      body: { xNome: 'Maria', CNPJ_CPF: '52998224725', limite_credito: 10.5, versao: 1, ativo: true },
    })
    const { id } = made.body
    await server.admin('PUT', `/api/cliente/${id}`, { limite_credito: 20, versao: 1 })
    const trail = (await server.admin('GET', `/api/cliente/${id}/auditoria`)).body.data
    expect(trail[0]).toMatchObject({ acao: 'update', campos: [{ campo: 'limite_credito', de: 10.5, para: 20 }] })
    expect(trail[0].user.name).toContain('@')
    expect(trail[1].acao).toBe('create')
  })

  it('takes an alphanumeric CNPJ and keeps its letters', async () => {
    expect(await create({ xNome: 'Alfa', CNPJ_CPF: '12.ABC.345/01DE-35' })).toMatchObject({
      status: 201,
      body: { CNPJ_CPF: '12ABC34501DE35' },
    })
  })

  it('saves nested lists whole: changes, adds and removes', async () => {
    const made = await create({ xNome: 'Com endereços', endereco_entrega_list: [{ xLgr: 'Rua A' }, { xLgr: 'Rua B' }] })
    const [a, b] = made.body.endereco_entrega_list
    const saved = await server.admin('PUT', `/api/cliente/${made.body.id}`, {
      endereco_entrega_list: [{ id: b.id, xLgr: 'Rua B2' }, { xLgr: 'Rua C' }],
    })
    expect(saved.body.endereco_entrega_list.map((one: { xLgr: string }) => one.xLgr)).toEqual(['Rua B2', 'Rua C'])
    expect((await server.admin('GET', `/api/cadastros/cliente_endereco/${a.id}`)).status).toBe(404)
  })
})

describe('409 what another record has', () => {
  it('names the fields as people know them, and marks them', async () => {
    const CNPJ_CPF = testCnpj(77)
    expect((await create({ xNome: 'Primeira', CNPJ_CPF })).status).toBe(201)
    const message = 'Já existe um registro com este valor em CNPJ / CPF.'
    expect(await create({ xNome: 'Segunda', CNPJ_CPF })).toMatchObject({
      status: 409,
      body: { code: 'conflict', message, errors: { CNPJ_CPF: [message] } },
    })
  })
})

describe('409 a record that someone else changed', () => {
  it('is left as it is', async () => {
    const { id } = (await create({ xNome: 'Disputado' })).body
    await server.admin('PUT', `/api/cliente/${id}`, { xFant: 'primeiro', versao: 1 })
    expect(await server.admin('PUT', `/api/cliente/${id}`, { xFant: 'segundo', versao: 1 })).toMatchObject({
      status: 409,
      body: { message: 'Este registro foi alterado por outro usuário.' },
    })
    expect((await server.admin('GET', `/api/cliente/${id}`)).body.xFant).toBe('primeiro')
  })

  it('two at once: one wins, the other is told', async () => {
    const { id } = (await create({ xNome: 'Corrida' })).body
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((xFant) => server.admin('PUT', `/api/cliente/${id}`, { xFant, versao: 1 })),
    )
    expect(answers.map((one) => one.status).sort()).toEqual([200, 409, 409])
  })
})

describe('422 bad input', () => {
  it.each([
    ['an empty required field', { xNome: '  ' }, 'xNome', 'Preencha este campo.'],
    ['a wrong check digit', { xNome: 'X', CNPJ_CPF: '11111111111' }, 'CNPJ_CPF', 'CNPJ ou CPF inválido.'],
    ['too many decimals', { xNome: 'X', limite_credito: '1.005' }, 'limite_credito', 'Use no máximo 2 casas decimais.'],
    [
      'more than 15 significant digits',
      { xNome: 'X', limite_credito: '12345678901234.56' },
      'limite_credito',
      'Número com mais de 15 dígitos significativos.',
    ],
    ['a negative amount', { xNome: 'X', limite_credito: -1 }, 'limite_credito', 'O valor mínimo é 0.'],
    ['a text too long', { xNome: 'x'.repeat(121) }, 'xNome', 'Use no máximo 120 caracteres.'],
    ['a reference to nothing', { xNome: 'X', vendedor_id: 999_999 }, 'vendedor_id', 'Selecione um registro válido.'],
    ['an object where a text goes', { xNome: { a: 1 } }, 'xNome', 'Informe um texto.'],
    [
      'a line at fault',
      { xNome: 'X', endereco_entrega_list: [{ CEP: '1' }] },
      'endereco_entrega_list.0.CEP',
      'CEP inválido.',
    ],
  ])('%s', async (_, body, field, message) => {
    const before = (await server.admin('GET', '/api/cliente')).body.total
    const answer = await create(body)
    expect(answer).toMatchObject({ status: 422, body: { code: 'validation', message } })
    expect(answer.body.errors[field]).toEqual([message])
    expect((await server.admin('GET', '/api/cliente')).body.total).toBe(before)
  })

  it('a line that refers to nothing, among others: it is told by its place', async () => {
    const product = await server.insert('mercadoria', { xProd: 'Insumo' })
    const answer = await server.admin('POST', '/api/mercadoria', {
      xProd: 'Composto',
      mercadoria_insumos: [
        { mercadoria_insumo_id: product.id, quantidade: 1 },
        { mercadoria_insumo_id: 999_999, quantidade: 1 },
      ],
    })
    expect(answer).toMatchObject({
      status: 422,
      body: { errors: { 'mercadoria_insumos.1.mercadoria_insumo_id': ['Selecione um registro válido.'] } },
    })
  })

  it('a reference to whom the caller may not see', async () => {
    const other = await server.insert('empresa', { CNPJ_CPF: testCnpj(2), xNome: 'Outra Ltda', UF: 'PR' })
    const theirs = await server.user({ empresas: [other.id] })
    const user_id = (await theirs('GET', '/api/sessao')).body.user.id
    const manager = await server.user({ permissions: ['store vendedor', 'show vendedor'] })
    expect(await manager('POST', '/api/vendedor', { xNome: 'Vera', user_id })).toMatchObject({
      status: 422,
      body: { errors: { user_id: ['Selecione um registro válido.'] } },
    })
    expect((await server.admin('POST', '/api/vendedor', { xNome: 'Vera', user_id })).status).toBe(201)
  })

  it.each([['[]'], ['null'], ['"x"'], ['{'], ['{"xNome":']])('a body that is %s', async (text) => {
    const token = await server.app.request('/api/cliente', { method: 'POST', body: text })
    expect(token.status).toBe(401)
    const answer = await server.admin('POST', '/api/cliente', text === '[]' ? [] : text)
    expect([400, 422]).toContain(answer.status)
  })

  it('computed and foreign fields are ignored, not written', async () => {
    const made = await create({
      xNome: 'Intruso',
      id: 77_777,
      versao: 9,
      criado_em: '2000-01-01',
      busca: 'x',
      naoExiste: 1,
    })
    expect(made.body.id).not.toBe(77_777)
    expect(made.body.versao).toBe(1)
  })
})

describe('an Idempotency-Key', () => {
  it('does the work once, also when the calls come together', async () => {
    const headers = { 'Idempotency-Key': 'chave-1' }
    const answers = await Promise.all(Array.from({ length: 8 }, () => create({ xNome: 'Única' }, headers)))
    expect(new Set(answers.map((one) => one.body.id)).size).toBe(1)
    expect((await server.admin('GET', '/api/cliente?search=xNome:unica')).body.total).toBe(1)
  })

  it('409 for another call', async () => {
    await create({ xNome: 'Chave' }, { 'Idempotency-Key': 'chave-2' })
    expect(
      (await server.admin('POST', '/api/fornecedor', { xNome: 'Outro' }, { 'Idempotency-Key': 'chave-2' })).status,
    ).toBe(409)
  })

  it('409 for another body, another company or another query, and nothing is stored', async () => {
    const headers = { 'Idempotency-Key': 'chave-4' }
    const first = await create({ xNome: 'Primeira escrita' }, headers)
    const edited = await create({ xNome: 'Escrita de novo' }, headers)
    expect([edited.status, edited.body.message]).toEqual([409, expect.stringContaining(`registro ${first.body.id}`)])
    expect((await server.admin('GET', '/api/cliente?search=xNome:escrita')).body.total).toBe(1)
    const second = await server.insert('empresa', { CNPJ_CPF: testCnpj(5), xNome: 'Segunda' })
    const both = await server.user({ roles: ['admin'], empresas: [server.empresa_id, second.id] })
    const store = (empresa: number, path = '/api/estoque/armazem') =>
      both('POST', path, { xNome: 'Depósito' }, { 'Idempotency-Key': 'chave-5', 'X-Empresa': String(empresa) })
    const made = await store(second.id)
    expect([made.status, made.body.empresa_id]).toEqual([201, second.id])
    expect((await store(server.empresa_id)).status).toBe(409)
    expect((await store(second.id, '/api/estoque/armazem?x=1')).status).toBe(409)
    expect((await store(second.id)).body.id).toBe(made.body.id)
  })

  it('403 when the caller has lost the right since', async () => {
    const clerk = await server.user({ permissions: ['store cliente', 'store fornecedor'] })
    const send = () => clerk('POST', '/api/cliente', { xNome: 'De quem podia' }, { 'Idempotency-Key': 'chave-6' })
    expect((await send()).status).toBe(201)
    expect((await send()).status).toBe(201)
    await run(
      sql`delete from user_permission where permission_id = (select id from permission where name = 'store cliente')`,
    )
    server.services.sessions.forget()
    expect((await send()).status).toBe(403)
  })

  it('422 over 200 characters: cut off, two keys would be one', async () => {
    const before = (await server.admin('GET', '/api/cliente')).body.total
    for (const [method, path] of [
      ['POST', '/api/cliente'],
      ['POST', '/api/chat/mensagem'],
      ['POST', '/api/empresa/1/webhook_teste'],
    ] as const)
      expect(
        (
          await server.admin(
            method,
            path,
            { xNome: 'x', user_dest_id: 1, text: 'x' },
            { 'Idempotency-Key': 'k'.repeat(201) },
          )
        ).status,
        path,
      ).not.toBe(201)
    expect((await create({ xNome: 'Longa' }, { 'Idempotency-Key': 'k'.repeat(201) })).status).toBe(422)
    expect((await server.admin('GET', '/api/cliente')).body.total).toBe(before)
  })

  it('keeps no answer in clear', async () => {
    await create({ xNome: 'Sigilosa Ltda' }, { 'Idempotency-Key': 'chave-7' })
    const found = await columnsWith(server.pool, 'Sigilosa Ltda')
    expect(found.filter((one) => one.startsWith('idempotencia'))).toEqual([])
    expect(found).toContain('cliente.xNome')
  })

  it('of an upload knows its file', async () => {
    const { id } = (await create({ xNome: 'Com arquivo' })).body
    const send = (text: string) => {
      const form = new FormData()
      form.set('file', new File([text], 'a.csv'))
      form.set('anexable_type', 'cliente')
      form.set('anexable_id', String(id))
      return server.admin('POST', '/api/sis/anexo', form, { 'Idempotency-Key': 'chave-8' })
    }
    const first = await send('um')
    expect([first.status, (await send('um')).body.id]).toEqual([201, first.body.id])
    expect((await send('outro')).status).toBe(409)
    expect(
      (await server.admin('GET', `/api/sis/anexo?anexable_type=cliente&anexable_id=${id}`)).body.data,
    ).toHaveLength(1)
  })

  it('is free again when the first call failed', async () => {
    const headers = { 'Idempotency-Key': 'chave-3' }
    expect((await create({ xNome: '' }, headers)).status).toBe(422)
    expect((await create({ xNome: 'Agora sim' }, headers)).status).toBe(201)
  })
})

describe('a delete', () => {
  it('says so, and the record is gone; its trail stays', async () => {
    const { id } = (await create({ xNome: 'Some' })).body
    expect(await server.admin('DELETE', `/api/cliente/${id}`)).toMatchObject({
      status: 200,
      body: { message: 'Registro excluido com sucesso.' },
    })
    expect((await server.admin('GET', `/api/cliente/${id}`)).status).toBe(404)
    expect((await server.admin('DELETE', `/api/cliente/${id}`)).status).toBe(404)
  })

  it('400 a record in use', async () => {
    const seller = (await server.admin('POST', '/api/vendedor', { xNome: 'Vendedor' })).body
    await create({ xNome: 'Cliente dele', vendedor_id: seller.id })
    expect(await server.admin('DELETE', `/api/vendedor/${seller.id}`)).toMatchObject({
      status: 400,
      body: { code: 'in_use' },
    })
  })

  it('in bulk takes all or none', async () => {
    const ids = [(await create({ xNome: 'L1' })).body.id, (await create({ xNome: 'L2' })).body.id]
    expect((await server.admin('DELETE', '/api/cliente', { ids: [...ids, 999_999] })).status).toBe(404)
    expect((await server.admin('GET', `/api/cliente/${ids[0]}`)).status).toBe(200)
    expect((await server.admin('DELETE', '/api/cliente', { ids })).status).toBe(200)
  })
})
