import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callerOf, testCnpj, testServer, type Caller, type TestServer } from '../../fixtures/test-server'
import { SYSTEM } from '../db/pool'
import { rowsOf } from '../platform/context'

let server: TestServer
let roles: Record<string, number>
let emails = 0

beforeAll(async () => {
  server = await testServer()
  roles = {}
  for (const name of ['ceo', 'manager', 'saller', 'saller_manager'])
    roles[name] = (await server.admin('POST', '/api/funcoes/role', { name })).body.id
  roles.admin = (await server.admin('GET', '/api/funcoes/role?search=name:admin')).body.data[0].id
})
afterAll(() => server.close())

const person = (more: object = {}) => ({
  name: 'Pessoa',
  email: `pessoa${++emails}@teste.example`,
  password: 'ponte-de-vidro-7',
  password_cp: 'ponte-de-vidro-7',
  empresa_id: server.empresa_id,
  ...more,
})
const make = async (more: object = {}) => (await server.admin('POST', '/api/user', person(more))).body
const signIn = (email: string, password: string) =>
  server.app.request('/api/authenticate', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
const tokenOf = async (email: string, password = 'ponte-de-vidro-7'): Promise<string> =>
  (await (await signIn(email, password)).json()).token
const names = (list: { name: string }[]) => list.map((one) => one.name)
const query = (text: ReturnType<typeof sql>) => server.pool.read(SYSTEM, (db) => rowsOf({ db }, text))

describe('201 a new user', () => {
  it('signs in with the password, holds the base role and belongs to the main company', async () => {
    const made = await server.admin('POST', '/api/user', person())
    expect(made.status).toBe(201)
    expect(names(made.body.roles)).toEqual(['user'])
    expect(made.body.empresas).toEqual([{ id: server.empresa_id, xNome: 'Empresa de Teste Ltda', xFant: 'Teste' }])
    expect(made.body.permissions).toEqual([])
    expect((await signIn(made.body.email, 'ponte-de-vidro-7')).status).toBe(200)
  })

  it('never shows the password, stores it as argon2id, and audits it without its value', async () => {
    const { id, ...shown } = await make()
    expect(JSON.stringify(shown)).not.toMatch(/password|argon2/)
    const [row] = await query(sql`select password from "user" where id = ${id}`)
    expect(row?.password).toMatch(/^\$argon2id\$/)
    expect(JSON.stringify((await server.admin('GET', `/api/user/${id}/auditoria`)).body)).not.toMatch(/argon2|segredo/)
  })

  it('belongs to the companies of the list, and always to the main one', async () => {
    const other = (await server.insert('empresa', { CNPJ_CPF: testCnpj(50), xNome: 'Outra' })).id
    const made = await make({ empresas: [other] })
    expect(made.empresas.map((one: { id: number }) => one.id)).toEqual([server.empresa_id, other])
    const less = await server.admin('PUT', `/api/user/${made.id}`, { empresas: [{ id: server.empresa_id }] })
    expect(less.body.empresas).toHaveLength(1)
    const kept = await server.admin('PUT', `/api/user/${made.id}`, { name: 'Outro nome' })
    expect(kept.body.empresas).toHaveLength(1)
  })
})

describe('422 an unfit password', () => {
  it.each([
    ['differs from its confirmation', { password_cp: 'outra-senha' }, 'password_cp', 'As senhas não coincidem.'],
    ['comes without confirmation', { password_cp: undefined }, 'password_cp', 'As senhas não coincidem.'],
    ['is short', { password: 'curta', password_cp: 'curta' }, 'password', 'A senha precisa de ao menos 8 caracteres.'],
    ['is blank', { password: '          ', password_cp: '          ' }, 'password', 'Preencha este campo.'],
  ])('that %s', async (_, more, field, message) => {
    const answer = await server.admin('POST', '/api/user', person(more))
    expect([answer.status, answer.body.errors]).toEqual([422, { [field]: [message] }])
  })
})

describe('409 an e-mail that is taken', () => {
  it('in any case of letters, naming the field; changing nothing', async () => {
    const first = await make()
    const again = await server.admin('POST', '/api/user', person({ email: first.email.toUpperCase() }))
    expect([again.status, Object.keys(again.body.errors)]).toEqual([409, ['email']])
    const other = await make()
    expect((await server.admin('PUT', `/api/user/${other.id}`, { email: first.email })).status).toBe(409)
  })
})

describe('403 rights beyond the caller’s own', () => {
  let clerk: Caller
  beforeAll(async () => {
    clerk = await server.user({ permissions: ['edit usuario', 'manage usuario', 'show cliente'] })
  })

  it('admin and ceo are given by admins alone, even against a manager', async () => {
    const target = await make()
    const manager = await server.user({ roles: ['manager'] })
    for (const name of ['admin', 'ceo']) {
      expect((await manager('POST', `/api/user/${target.id}/attachRole`, { role_id: roles[name] })).status).toBe(403)
      const synced = await manager('POST', `/api/user/${target.id}/syncPermissions`, { roles: [roles[name]] })
      expect(synced.status).toBe(403)
    }
    expect((await manager('POST', `/api/user/${target.id}/attachRole`, { role_id: roles.saller })).status).toBe(200)
  })

  it('who is no manager gives only what they hold', async () => {
    const target = await make()
    const strong = (await server.admin('POST', '/api/funcoes/role', { name: 'forte' })).body.id
    const weak = (await server.admin('POST', '/api/funcoes/role', { name: 'fraca' })).body.id
    const attach = async (role: number, permission: string) => {
      const made = await server.admin('POST', '/api/funcoes/permission', { name: permission })
      const id =
        made.status === 201
          ? made.body.id
          : (await server.admin('GET', `/api/funcoes/permission?search=name:${encodeURIComponent(permission)}`)).body
              .data[0].id
      await server.admin('GET', `/api/funcoes/role/${role}/attachPermission?permission_id=${id}`)
    }
    await attach(strong, 'manage contas_pagar')
    await attach(weak, 'show cliente')
    expect((await clerk('POST', `/api/user/${target.id}/attachRole`, { role_id: strong })).status).toBe(403)
    expect((await clerk('POST', `/api/user/${target.id}/attachRole`, { role_id: roles.saller_manager })).status).toBe(
      403,
    )
    expect((await clerk('POST', `/api/user/${target.id}/attachRole`, { role_id: weak })).status).toBe(200)
  })

  it('nobody changes their own', async () => {
    const made = await make()
    const manager = callerOf(server.app, await tokenOf(made.email))
    await server.admin('POST', `/api/user/${made.id}/attachRole`, { role_id: roles.manager })
    const own = await manager('POST', `/api/user/${made.id}/attachRole`, { role_id: roles.saller })
    expect([own.status, own.body.message]).toEqual([
      403,
      'Ninguém altera os próprios direitos: peça a um administrador.',
    ])
    expect((await manager('POST', `/api/user/${made.id}/syncPermissions`, { roles: [] })).status).toBe(403)
  })

  it('an administrator is changed and deleted by administrators alone', async () => {
    const boss = await make()
    await server.admin('POST', `/api/user/${boss.id}/attachRole`, { role_id: roles.admin })
    const manager = await server.user({ roles: ['manager'] })
    const taken = { password: 'tomada-1234', password_cp: 'tomada-1234' }
    expect((await manager('PUT', `/api/user/${boss.id}`, taken)).status).toBe(403)
    expect((await manager('PUT', `/api/user/${boss.id}`, { email: 'meu@teste.example' })).status).toBe(403)
    expect((await manager('DELETE', `/api/user/${boss.id}`)).status).toBe(403)
    expect((await manager('POST', `/api/user/${boss.id}/detachRole`, { role_id: roles.admin })).status).toBe(403)
    expect((await signIn(boss.email, 'ponte-de-vidro-7')).status).toBe(200)
  })

  it('a user of a company that is not the caller’s is out of reach, even for a manager', async () => {
    const other = (await server.insert('empresa', { CNPJ_CPF: testCnpj(52), xNome: 'Alheia' })).id
    const target = await make({ empresa_id: other })
    const manager = await server.user({ roles: ['manager'] })
    const taken = { password: 'tomada-1234', password_cp: 'tomada-1234' }
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/auditoria'],
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/sendResetPasswordMail'],
    ] as const)
      expect((await manager(method, `/api/user/${target.id}${path}`, taken)).status, `${method} ${path}`).toBe(404)
    expect((await manager('POST', `/api/user/${target.id}/attachRole`, { role_id: roles.saller })).status).toBe(404)
    expect((await manager('GET', `/api/user/0/get_user?email=${target.email}`)).status).toBe(404)
    const seen = (await manager('GET', '/api/user?perPage=200')).body.data.map((one: { id: number }) => one.id)
    expect([seen.length > 1, seen.includes(target.id)]).toEqual([true, false])
    expect((await server.admin('PUT', `/api/user/${target.id}`, taken)).status).toBe(200)
  })

  it('who works elsewhere too is seen, and out of reach', async () => {
    const other = (await server.insert('empresa', { CNPJ_CPF: testCnpj(53), xNome: 'Outra' })).id
    const target = await make({ empresas: [other] })
    const manager = await server.user({ roles: ['manager'] })
    expect((await manager('GET', `/api/user/${target.id}`)).status).toBe(200)
    expect((await manager('PUT', `/api/user/${target.id}`, { name: 'X' })).status).toBe(403)
    expect((await manager('POST', `/api/user/${target.id}/sendResetPasswordMail`)).status).toBe(403)
  })

  it('a company that is not the caller’s is given by admins alone', async () => {
    const other = (await server.insert('empresa', { CNPJ_CPF: testCnpj(51), xNome: 'De outros' })).id
    const target = await make()
    expect((await clerk('PUT', `/api/user/${target.id}`, { empresas: [server.empresa_id, other] })).status).toBe(403)
    expect((await clerk('PUT', `/api/user/${target.id}`, { empresa_id: other })).status).toBe(403)
    expect((await clerk('PUT', `/api/user/${target.id}`, { name: 'Novo nome' })).status).toBe(200)
  })
})

describe('400 leaving', () => {
  it('nobody deactivates or deletes themself', async () => {
    const made = await make()
    await server.admin('POST', `/api/user/${made.id}/attachRole`, { role_id: roles.admin })
    const self = callerOf(server.app, await tokenOf(made.email))
    const off = await self('PUT', `/api/user/${made.id}`, { ativo: false })
    expect([off.status, off.body.message]).toEqual([400, 'Você não pode desativar o próprio usuário.'])
    expect((await self('DELETE', `/api/user/${made.id}`)).status).toBe(400)
  })

  it('the last administrator keeps the role', async () => {
    const own = await testServer()
    try {
      const { body } = await own.admin('GET', '/api/sessao')
      const role = body.user.roles.find((one: { name: string }) => one.name === 'admin').id
      const answer = await own.admin('POST', `/api/user/${body.user.id}/detachRole`, { role_id: role })
      expect([answer.status, answer.body.code]).toEqual([400, 'last_admin'])
      expect((await own.admin('GET', '/api/funcoes/role')).status).toBe(200)
    } finally {
      await own.close()
    }
  })

  it('who has signed in is deactivated, not deleted', async () => {
    const made = await make()
    const unused = await make()
    await tokenOf(made.email)
    expect((await server.admin('DELETE', `/api/user/${made.id}`)).body.code).toBe('in_use')
    expect((await server.admin('DELETE', `/api/user/${unused.id}`)).status).toBe(200)
  })
})

describe('401 sessions that were ended', () => {
  it('by deactivation, at once', async () => {
    const made = await make()
    const call = callerOf(server.app, await tokenOf(made.email))
    expect((await call('GET', '/api/sessao')).status).toBe(200)
    await server.admin('PUT', `/api/user/${made.id}`, { ativo: false })
    expect((await call('GET', '/api/sessao')).status).toBe(401)
    expect((await signIn(made.email, 'ponte-de-vidro-7')).status).toBe(401)
  })

  it('by a new password: all but the one that set it', async () => {
    const made = await make()
    await server.admin('POST', `/api/user/${made.id}/attachRole`, { role_id: roles.manager })
    const [mine, other] = [
      callerOf(server.app, await tokenOf(made.email)),
      callerOf(server.app, await tokenOf(made.email)),
    ]
    const changed = await mine('PUT', `/api/user/${made.id}`, {
      password: 'lanterna-acesa-1',
      password_cp: 'lanterna-acesa-1',
    })
    expect(changed.status).toBe(200)
    expect((await other('GET', '/api/sessao')).status).toBe(401)
    expect((await mine('GET', '/api/sessao')).status).toBe(200)
    expect((await signIn(made.email, 'ponte-de-vidro-7')).status).toBe(401)
  })
})

describe('roles of a user', () => {
  it('409 twice the same; rights change at once, and the trail tells who gave them', async () => {
    const made = await make()
    const call = callerOf(server.app, await tokenOf(made.email))
    expect((await call('GET', '/api/cliente')).status).toBe(403)
    const given = await server.admin('GET', `/api/user/${made.id}/attachRole?role_id=${roles.manager}`)
    expect(names(given.body.roles)).toEqual(['manager', 'user'])
    expect((await call('GET', '/api/cliente')).status).toBe(200)
    const twice = await server.admin('POST', `/api/user/${made.id}/attachRole`, { role_id: roles.manager })
    expect([twice.status, twice.body.message]).toEqual([409, 'Erro: Esta regra já está adicionada neste usuário'])
    await server.admin('GET', `/api/user/${made.id}/detachRole?role_id=${roles.manager}`)
    expect((await call('GET', '/api/cliente')).status).toBe(403)
    const { data } = (await server.admin('GET', `/api/user/${made.id}/auditoria`)).body
    expect(data.slice(0, 2).map((one: { acao: string; campos: unknown }) => [one.acao, one.campos])).toMatchObject([
      ['detachRole', [{ campo: 'roles', de: ['manager', 'user'], para: ['user'] }]],
      ['attachRole', [{ campo: 'roles', de: ['user'], para: ['manager', 'user'] }]],
    ])
  })

  it('400 the base role stays, 404 a role that does not exist, 422 none', async () => {
    const made = await make()
    const base = made.roles[0].id
    expect((await server.admin('POST', `/api/user/${made.id}/detachRole`, { role_id: base })).status).toBe(400)
    expect((await server.admin('POST', `/api/user/${made.id}/attachRole`, { role_id: 99_999 })).status).toBe(404)
    expect((await server.admin('POST', `/api/user/${made.id}/attachRole`, {})).status).toBe(422)
  })

  it('syncPermissions leaves the roles given and what they carry', async () => {
    const made = await make()
    await query(sql`select 1`)
    await server.pool.transaction(SYSTEM, async (db) => {
      await db.execute(sql`insert into permission (name) values ('show avulsa')`)
      await db.execute(
        sql`insert into user_permission (user_id, permission_id) select ${made.id}, id from permission where name = 'show avulsa'`,
      )
    })
    const before = await server.admin('GET', `/api/user/${made.id}`)
    expect(names(before.body.permissions)).toEqual(['show avulsa'])
    const synced = await server.admin('POST', `/api/user/${made.id}/syncPermissions`, { roles: [{ id: roles.saller }] })
    expect([names(synced.body.roles), synced.body.permissions]).toEqual([['saller', 'user'], []])
    expect((await server.admin('POST', `/api/user/${made.id}/syncPermissions`, { roles: [99_999] })).status).toBe(422)
  })
})

describe('permissions of a role', () => {
  it('attach, 409 twice, detach, 400 what is not there', async () => {
    const role = (await server.admin('POST', '/api/funcoes/role', { name: 'conferente' })).body.id
    const permission = (await server.admin('POST', '/api/funcoes/permission', { name: 'show separacao' })).body.id
    const call = (name: string) => server.admin('GET', `/api/funcoes/role/${role}/${name}?permission_id=${permission}`)
    expect((await call('attachPermission')).body.permissions).toEqual([{ id: permission, name: 'show separacao' }])
    const twice = await call('attachPermission')
    expect([twice.status, twice.body.message]).toEqual([409, 'Esta permissão já foi adicionada nesta regra'])
    expect((await server.admin('DELETE', `/api/funcoes/permission/${permission}`)).body.code).toBe('in_use')
    expect((await call('detachPermission')).body.permissions).toEqual([])
    const gone = await call('detachPermission')
    expect([gone.status, gone.body.message]).toEqual([400, 'Não foi possível remover a permissão'])
  })

  it('422 a permission that reads as none, 400 and 422 the roles the program knows by name', async () => {
    expect((await server.admin('POST', '/api/funcoes/permission', { name: 'tudo!' })).status).toBe(422)
    expect((await server.admin('PUT', `/api/funcoes/role/${roles.admin}`, { name: 'chefe' })).status).toBe(422)
    expect((await server.admin('DELETE', `/api/funcoes/role/${roles.saller}`)).status).toBe(400)
  })
})

describe('get_user and get_permission', () => {
  it('own by everyone, others with the right on users, 404 nobody', async () => {
    const made = await make()
    const self = callerOf(server.app, await tokenOf(made.email))
    const own = await self('GET', `/api/user/${made.id}/get_user?email=${made.email}`)
    expect([own.status, own.body.id, own.body.empresa.xNome]).toEqual([200, made.id, 'Empresa de Teste Ltda'])
    expect((await self('GET', `/api/funcoes/permission/1/get_permission?email=${made.email}`)).body).toEqual({
      data: [],
    })
    const other = (await make()).email
    expect((await self('GET', `/api/user/0/get_user?email=${other}`)).status).toBe(403)
    expect((await self('GET', '/api/user/0/get_user?email=ninguem@teste.example')).status).toBe(403)
    const clerk = await server.user({ permissions: ['show usuario'] })
    expect((await clerk('GET', `/api/user/0/get_user?email=${other}`)).status).toBe(200)
    expect((await clerk('GET', '/api/user/0/get_user?email=ninguem@teste.example')).status).toBe(404)
  })

  it('updateRestoreId: one’s own, not another’s', async () => {
    const [made, other] = [await make(), await make()]
    const self = callerOf(server.app, await tokenOf(made.email))
    const set = (id: number) => self('POST', `/api/user/${id}/updateRestoreId`, { restoreId: 'a-b-c' })
    expect((await set(made.id)).body).toMatchObject({ id: made.id, restoreId: 'a-b-c' })
    expect((await set(other.id)).status).toBe(403)
  })
})
