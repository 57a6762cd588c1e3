import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testCnpj, testServer, type TestServer } from '../../fixtures/test-server'
import { resources } from '../resources'
import { actionsOf } from './action'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

describe('401 without a session', () => {
  it('on every path of every resource', async () => {
    for (const resource of resources)
      for (const path of resource.paths) {
        const calls = [
          ['GET', `/api/${path}`],
          ['GET', `/api/${path}/1`],
          ['POST', `/api/${path}`],
          ['PUT', `/api/${path}/1`],
          ['DELETE', `/api/${path}/1`],
        ]
        for (const action of actionsOf(resource)) calls.push(['POST', `/api/${path}/1/${action.name}`])
        for (const [method, url] of calls) {
          const answer = await server.app.request(url ?? '', { method })
          expect(`${method} ${url} ${answer.status}`).toBe(`${method} ${url} 401`)
        }
      }
  })

  it('with a token that is none, or was closed', async () => {
    const call = (token: string) =>
      server.app.request('/api/cliente', { headers: { Authorization: `Bearer ${token}` } })
    expect((await call('x'.repeat(43))).status).toBe(401)
  })
})

describe('a session that has ended', () => {
  it('419 for an update, 401 for anything else', async () => {
    const token = await server.token()
    const call = async (method: string, path: string) =>
      (await server.app.request(path, { method, headers: { Authorization: `Bearer ${token}` } })).status
    expect(await call('GET', '/api/sessao')).toBe(200)
    await call('POST', '/api/logout')
    expect(await call('PUT', '/api/cliente/1')).toBe(419)
    expect(await call('GET', '/api/cliente/1')).toBe(401)
    expect(await call('POST', '/api/cliente')).toBe(401)
  })
})

describe('the ledger of titles', () => {
  it('shows payables to those who may see payables', async () => {
    const { empresa_id } = server
    const title = { empresa_id, dEmissao: '2026-01-02', dVencimento: '2026-02-02', vDup: '10' }
    const supplier = await server.insert('fornecedor', { xNome: 'Credor' })
    const customer = await server.insert('cliente', { xNome: 'Devedor' })
    const payable = await server.insert('contas_pagar', { ...title, fornecedor_id: supplier.id })
    const receivable = await server.insert('contas_receber', { ...title, cliente_id: customer.id })
    const step = { empresa_id, documento: 'contas_pagar', documento_id: payable.id, passo: 'abre', dh: '2026-01-02' }
    const { id: lancamento_id } = await server.insert('lancamento', step)
    const event = { empresa_id, lancamento_id, evento: 'abertura', valor: '10', dMovimento: '2026-01-02' }
    const owed = await server.insert('movimento_financeiro', { ...event, contas_pagar_id: payable.id })
    const due = await server.insert('movimento_financeiro', { ...event, contas_receber_id: receivable.id })
    const one = await server.user({ permissions: ['show contas_receber'] })
    const both = await server.user({ permissions: ['show contas_receber', 'show contas_pagar'] })
    const seen = async (call: typeof one) =>
      (await call('GET', '/api/financeiro/movimento')).body.data.map((row: { id: number }) => row.id)
    expect(await seen(one)).toEqual([due.id])
    expect((await one('GET', `/api/financeiro/movimento/${owed.id}`)).status).toBe(404)
    expect(await seen(both)).toEqual([due.id, owed.id])
  })
})

describe('403 without the right', () => {
  it('names the missing right; reading, creating, changing and deleting are apart', async () => {
    const { id } = (await server.admin('POST', '/api/cliente', { xNome: 'Alvo' })).body
    const reader = await server.user({ permissions: ['show cliente'] })
    const writer = await server.user({ permissions: ['store cliente'] })
    const editor = await server.user({ permissions: ['edit cliente'] })
    const nobody = await server.user({ permissions: ['extra cliente'] })
    expect((await nobody('GET', `/api/cliente/${id}`)).body).toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('“Ver clientes”'),
    })
    expect((await reader('GET', `/api/cliente/${id}`)).status).toBe(200)
    expect((await reader('POST', '/api/cliente', { xNome: 'X' })).status).toBe(403)
    expect((await writer('POST', '/api/cliente', { xNome: 'X' })).status).toBe(201)
    expect((await writer('PUT', `/api/cliente/${id}`, { xNome: 'X' })).status).toBe(403)
    expect((await editor('PUT', `/api/cliente/${id}`, { xNome: 'X' })).status).toBe(200)
    expect((await reader('DELETE', `/api/cliente/${id}`)).status).toBe(403)
    expect((await (await server.user({ roles: ['manager'] }))('DELETE', `/api/cliente/${id}`)).status).toBe(200)
  })

  it('roles are for admin and ceo alone, even against a manager', async () => {
    expect((await (await server.user({ roles: ['manager'] }))('GET', '/api/funcoes/role')).status).toBe(403)
    expect((await (await server.user({ roles: ['ceo'] }))('GET', '/api/funcoes/role')).status).toBe(200)
  })

  it('actions ask for their own right', async () => {
    const reader = await server.user({ permissions: ['show venda'] })
    expect((await reader('POST', '/api/venda/1/fecha')).status).toBe(403)
  })
})

describe('403 a change by cookie without the XHR header', () => {
  it('is refused, GET actions that change state too; with the header it goes through', async () => {
    const { id } = (await server.admin('POST', '/api/cliente', { xNome: 'Por cookie' })).body
    const cookie = { Cookie: `prumo_session=${await server.token()}` }
    const call = async (method: string, path: string, headers = {}) =>
      (await server.app.request(path, { method, headers: { ...cookie, ...headers } })).status
    expect(await call('GET', `/api/cliente/${id}`)).toBe(200)
    expect(await call('DELETE', `/api/cliente/${id}`)).toBe(403)
    expect(await call('GET', '/api/venda/1/fecha')).toBe(403)
    expect(await call('DELETE', `/api/cliente/${id}`, { 'X-Requested-With': 'XMLHttpRequest' })).toBe(200)
  })
})

describe('a call that names its company', () => {
  it('lists that company alone; without a name, all of the caller’s', async () => {
    const second = await server.insert('empresa', { CNPJ_CPF: testCnpj(3), xNome: 'Filial Ltda' })
    for (const empresa_id of [server.empresa_id, second.id])
      await server.insert('armazem', { empresa_id, xNome: `Armazém ${empresa_id}` })
    const both = await server.user({ roles: ['admin'], empresas: [server.empresa_id, second.id] })
    expect((await both('GET', '/api/estoque/armazem')).body.total).toBe(2)
    const listed = async (query: string) =>
      (await both('GET', `/api/estoque/armazem${query}`, undefined, { 'X-Empresa': String(second.id) })).body.data
    expect(await listed('')).toMatchObject([{ empresa_id: second.id }])
    // Words that are looked for name no company, whatever they are.
    await server.insert('armazem', { empresa_id: server.empresa_id, xNome: 'empresa_id' })
    expect(await listed('?where={"xNome":"empresa_id"}')).toEqual([])
  })
})

describe('403 a call that names a company of others', () => {
  it('is refused whole, and nothing is written into another; the session can be asked all the same', async () => {
    const theirs = await server.insert('empresa', { CNPJ_CPF: testCnpj(33), xNome: 'De outros Ltda' })
    const count = async () => (await server.admin('GET', '/api/estoque/armazem')).body.total
    const before = await count()
    for (const named of [String(theirs.id), '0', '-1', 'abc', '1e9', '99999999', `${server.empresa_id},${theirs.id}`]) {
      const headers = { 'X-Empresa': named }
      for (const [method, path, body] of [
        ['POST', '/api/estoque/armazem', { xNome: 'Perdido' }],
        ['GET', '/api/estoque/armazem', undefined],
        ['GET', '/api/painel', undefined],
      ] as const)
        expect([(await server.admin(method, path, body, headers)).body.code, named]).toEqual([
          'not_your_company',
          named,
        ])
      expect((await server.admin('GET', '/api/sessao', undefined, headers)).status).toBe(200)
    }
    expect(await count()).toBe(before)
  })
})

describe('422 a reference across companies', () => {
  it('is refused even for a user of both', async () => {
    const second = await server.insert('empresa', { CNPJ_CPF: testCnpj(4), xNome: 'Terceira Ltda' })
    const theirs = await server.insert('armazenamento', {
      empresa_id: second.id,
      codigo: 'T',
      xArmazenamento: 'Da terceira',
    })
    const cliente = (await server.admin('POST', '/api/cliente', { xNome: 'De ambas' })).body
    const operacao = await server.insert('tipo_entrada_saida', { descricao: 'Venda', tipo: 1 })
    const both = await server.user({ roles: ['admin'], empresas: [server.empresa_id, second.id] })
    const sale = {
      empresa_id: server.empresa_id,
      cliente_id: cliente.id,
      tipo_entrada_saida_id: operacao.id,
      armazenamento_id: theirs.id,
    }
    expect((await both('POST', '/api/venda', sale)).body.errors).toEqual({
      armazenamento_id: ['Selecione um registro válido.'],
    })
    expect((await both('POST', '/api/venda', { ...sale, empresa_id: second.id })).status).toBe(201)
    expect(
      (await server.admin('POST', '/api/financeiro/pagamentos', { descricao: 'Deles', empresa_id: second.id })).status,
    ).toBe(403)
  })
})

describe('404 the record of another company', () => {
  it('does not exist: not in lists, not by id, not by reference, not for actions', async () => {
    const other = await server.insert('empresa', { CNPJ_CPF: testCnpj(2), xNome: 'Outra Empresa Ltda' })
    const theirs = await server.insert('armazenamento', { empresa_id: other.id, codigo: 'X', xArmazenamento: 'Deles' })
    const cliente = (await server.admin('POST', '/api/cliente', { xNome: 'Comum' })).body
    const operacao = await server.insert('tipo_entrada_saida', { descricao: 'Venda', tipo: 1 })
    const venda = await server.insert('venda', {
      empresa_id: other.id,
      cliente_id: cliente.id,
      tipo_entrada_saida_id: operacao.id,
    })
    const mine = server.admin
    expect((await mine('GET', `/api/venda/${venda.id}`)).status).toBe(404)
    expect(
      (await mine('GET', `/api/venda?where=${encodeURIComponent(JSON.stringify({ empresa_id: other.id }))}`)).body.data,
    ).toEqual([])
    expect((await mine('PUT', `/api/venda/${venda.id}`, { obs: 'x' })).status).toBe(404)
    expect((await mine('POST', `/api/venda/${venda.id}/cancela`, { xJust: 'Motivo bastante comprido' })).status).toBe(
      404,
    )
    expect((await mine('DELETE', `/api/venda/${venda.id}`)).status).toBe(404)
    expect((await mine('GET', `/api/venda/${venda.id}/auditoria`)).status).toBe(404)
    const sale = { cliente_id: cliente.id, tipo_entrada_saida_id: operacao.id, armazenamento_id: theirs.id }
    expect(await mine('POST', '/api/venda', sale)).toMatchObject({
      status: 422,
      body: { errors: { armazenamento_id: ['Selecione um registro válido.'] } },
    })
    expect((await mine('POST', '/api/venda', { ...sale, armazenamento_id: null, empresa_id: other.id })).status).toBe(
      403,
    )
  })

  it('the database itself hides it from a query that forgot the filter', async () => {
    const context = { empresas: [server.empresa_id], timeZone: 'America/Sao_Paulo' }
    const { sql } = await import('drizzle-orm')
    const rows = await server.pool.read(context, (db) =>
      db.execute(sql`select distinct empresa_id from venda union select distinct empresa_id from armazenamento`),
    )
    expect(rows.every((row) => Number(Object.values(row)[0]) === server.empresa_id)).toBe(true)
    const writing = server.pool.transaction(context, (db) =>
      db.execute(
        sql`insert into armazenamento (empresa_id, codigo, "xArmazenamento") select id, 'hack', 'hack' from empresa where id <> ${server.empresa_id}`,
      ),
    )
    await expect(writing).rejects.toThrow()
  })

  it('ledgers cannot be rewritten by the application', async () => {
    const { sql } = await import('drizzle-orm')
    const { SYSTEM } = await import('../db/pool')
    for (const statement of [
      'update movimento_estoque set "qTrib" = 0',
      'delete from movimento_financeiro',
      'delete from lancamento',
      'truncate auditoria',
    ])
      await expect(server.pool.transaction(SYSTEM, (db) => db.execute(sql.raw(statement)))).rejects.toThrow()
  })
})
