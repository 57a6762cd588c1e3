import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { matrixOf } from '../core/access/matrix'
import { CHECKS, need, writeNeed } from '../core/access/needs'
import { whyNot } from '../core/access/why-not'
import { ACTION_NAMES, rightText, ROLE_NAMES, roleText } from '../core/access/words'
import { SETTINGS, settingText } from '../core/settings/texts'
import { permissionNames } from '../cli/setup/roles'
import { machineWord } from '../fixtures/machine-words'
import { testServer, type TestServer } from '../fixtures/test-server'
import { resources } from './resources'

/** Rights, roles and settings are told in words: what only programs say is seen nowhere. */

const named = permissionNames().map((name, id) => ({ id, name }))
const isWord = (text: string): boolean => machineWord(text) === undefined && /^[A-ZÀ-Ý]/.test(text)

describe('permissions', () => {
  it('stand in a matrix of things by area, each under what menus call it', () => {
    const areas = matrixOf(named)
    expect(areas.map(({ area }) => area)).not.toContain('Outras')
    const rows = areas.flatMap((one) => one.rows)
    expect(rows.map(({ title }) => title).filter((title) => !isWord(title))).toEqual([])
    const placed = rows.flatMap(({ cells, others }) => [...Object.values(cells), ...others]).length
    // `change` is another word for `edit`.
    expect(placed).toBe(new Set(named.map(({ name }) => rightText(name))).size)
  })

  it('each has a sentence of its own', () => {
    const texts = named.map(({ name }) => rightText(name))
    expect(texts.filter((text) => !isWord(text))).toEqual([])
    expect(texts.filter((text) => /\b(?:show|store|edit|manage|change)\b/i.test(text))).toEqual([])
    expect(Object.values(ACTION_NAMES)).toEqual(['Ver', 'Criar', 'Alterar', 'Gerir', 'Extra'])
  })

  it('a refusal names what is missing in the same words', () => {
    const nobody = { roles: [], permissions: [] }
    const needs = [
      ...Object.values(CHECKS),
      ...resources.flatMap(({ right }) => (['create', 'edit', 'delete'] as const).map((one) => writeNeed(right, one))),
      ...resources.map(({ right }) => need.full(right)),
    ]
    expect(needs.flatMap((one) => machineWord(whyNot(nobody, one) ?? '') ?? [])).toEqual([])
  })
})

describe('roles and settings', () => {
  it('are told by what they are for', () => {
    expect(Object.keys(ROLE_NAMES).filter((name) => !isWord(roleText(name)))).toEqual([])
    expect(SETTINGS.filter((name) => !isWord(settingText(name)))).toEqual([])
    expect(settingText('loja.minimo_frete')).toBe('Loja minimo frete')
  })
})

describe('a list of users', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer()
  })
  afterAll(() => server.close())

  it('says which roles each has and when they came last', async () => {
    await server.insert('role', { name: 'caixa', descricao: 'Caixa da loja' })
    const call = await server.user({ roles: ['caixa'] })
    expect((await call('GET', '/api/sessao')).status).toBe(200)
    const { data } = (await server.admin('GET', '/api/user?perPage=100')).body
    const told = data.map((one: { regras: string; dhAcesso: string }) => [one.regras, one.dhAcesso])
    expect(told).toContainEqual(['Caixa da loja', expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)])
  })

  it('one changes the own name and password, proved by the old one; 422 for a wrong or weak one', async () => {
    const email = 'propria@teste.example'
    const made = {
      name: 'Ana',
      email,
      empresa_id: server.empresa_id,
      password: 'ponte-de-vidro-7',
      password_cp: 'ponte-de-vidro-7',
    }
    expect((await server.admin('POST', '/api/user', made)).status).toBe(201)
    const signIn = (password: string) =>
      server.app.request('/api/authenticate', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Requested-With': 'XMLHttpRequest' },
        body: JSON.stringify({ email, password }),
      })
    const first = await signIn(made.password)
    const { token } = JSON.parse(await first.text())
    const put = async (path: string, body: object) => {
      const headers = {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        'X-Requested-With': 'XMLHttpRequest',
      }
      const answer = await server.app.request(`/api/sessao/${path}`, {
        method: 'PUT',
        headers,
        body: JSON.stringify(body),
      })
      return { status: answer.status, body: JSON.parse(await answer.text()) }
    }
    expect((await put('perfil', { name: 'Ana Lima' })).status).toBe(200)
    expect((await put('perfil', { name: '' })).status).toBe(422)
    const next = { new_password: 'torre de areia 9', confirm_password: 'torre de areia 9' }
    expect((await put('senha', { password: 'errada', ...next })).body.errors).toEqual({
      password: ['Senha incorreta.'],
    })
    expect((await put('senha', { password: made.password, new_password: '123', confirm_password: '123' })).status).toBe(
      422,
    )
    expect((await put('senha', { password: made.password, ...next })).status).toBe(200)
    expect([(await signIn(made.password)).status, (await signIn(next.new_password)).status]).toEqual([401, 200])
    const { data } = (await server.admin('GET', '/api/user?search=Ana Lima')).body
    expect(data).toHaveLength(1)
  })
})
