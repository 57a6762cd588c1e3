import { beforeAll, describe, expect, it, vi } from 'vitest'
import { FormModel, REQUIRED_TEXT, type FieldInfo } from './form-model'

beforeAll(() => {
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => run())
})

function form(...fields: readonly Partial<FieldInfo>[]): FormModel {
  const model = new FormModel()
  for (const field of fields) {
    model.register({ name: 'xNome', label: 'Nome', tab: 0, required: false, focus: () => undefined, ...field })
  }
  return model
}

describe('FormModel', () => {
  it('sends its own fields and the version, not the display objects it was given', () => {
    const model = form({ name: 'cliente_id' }, { name: 'obs' })
    model.load({ id: 5, versao: 3, cliente_id: 7, cliente: { id: 7, xNome: 'Ana' } })
    model.set('obs', 'x')
    expect(model.payload()).toEqual({ cliente_id: 7, obs: 'x', versao: 3 })
  })

  it('sends the defaults of a new record, also those without a field', () => {
    const model = form({ name: 'xNome' })
    model.start({ st: 0 })
    model.set('xNome', 'Ana')
    expect(model.payload()).toEqual({ st: 0, xNome: 'Ana' })
  })

  it('tells what the server finds odd of a field until its value is another', () => {
    const model = form({ name: 'NCM' }, { name: 'obs' })
    model.load({ id: 1, NCM: '99999999', avisos_campos: { NCM: 'NCM não encontrado na tabela.' } })
    expect(model.notices.value).toEqual({ NCM: 'NCM não encontrado na tabela.' })
    model.set('obs', 'x')
    expect(model.notices.value).toEqual({ NCM: 'NCM não encontrado na tabela.' })
    expect(model.validate()).toBe(true)
    model.set('NCM', '01012100')
    expect(model.notices.value).toEqual({})
  })

  it('is dirty only while something differs', () => {
    const model = form({})
    model.load({ id: 1, xNome: 'Ana' })
    expect(model.dirty.value).toBe(false)
    model.set('xNome', 'Bia')
    expect(model.dirty.value).toBe(true)
    model.set('xNome', 'Ana')
    expect(model.dirty.value).toBe(false)
  })

  it('goes to the first fault in tab order and says what is missing', () => {
    const focused: string[] = []
    const model = form(
      { name: 'b', tab: 1, required: true, focus: () => focused.push('b') },
      { name: 'a', tab: 0, check: () => 'Errado.', focus: () => focused.push('a') },
    )
    model.start({ a: 1 })
    expect(model.validate()).toBe(false)
    expect(focused).toEqual(['a'])
    expect(model.errors.value).toEqual({ a: 'Errado.', b: REQUIRED_TEXT })
    model.patch({ a: null, b: 0 })
    expect(model.validate()).toBe(true)
  })

  it("shows the server's texts at the fields, a line's at its list", () => {
    const model = form({ name: 'itens', tab: 2 })
    model.reject({ 'itens.0.qTrib': ['Informe a quantidade.'] })
    expect(model.errors.value).toEqual({ itens: 'Informe a quantidade.' })
    expect(model.tab.value).toBe(2)
  })

  it('merges what another person saved and asks only where both changed', () => {
    const model = form({ name: 'a' }, { name: 'b' }, { name: 'c' })
    model.load({ id: 1, versao: 1, a: 'a', b: 'b', c: 'c' })
    model.patch({ a: 'meu', b: 'meu' })
    const both = model.merge({ id: 1, versao: 2, a: 'deles', b: 'b', c: 'deles' })
    expect(both).toEqual([{ name: 'a', mine: 'meu', theirs: 'deles' }])
    expect(model.payload()).toEqual({ a: 'meu', b: 'meu', c: 'deles', versao: 2 })
  })

  it('shows a chosen record by its own object, whoever’s is taken', () => {
    const model = form({ name: 'cliente_id' })
    const saved = (id: number, versao: number) => ({
      id: 1,
      versao,
      cliente_id: id,
      cliente: { id, xNome: `Cliente ${id}` },
    })
    model.load(saved(1, 1))
    model.patch({ cliente_id: 2, cliente: { id: 2, xNome: 'Cliente 2' } })
    expect(model.merge(saved(3, 2))).toEqual([{ name: 'cliente_id', mine: 2, theirs: 3 }])
    expect(model.values.value.cliente).toEqual({ id: 2, xNome: 'Cliente 2' })
    model.takeTheirs(['cliente_id'])
    expect(model.values.value).toMatchObject({ cliente_id: 3, cliente: { id: 3, xNome: 'Cliente 3' } })
    expect(model.dirty.value).toBe(false)
  })

  it('keeps what is typed while the server answers, unsaved', () => {
    const model = form({ name: 'a' }, { name: 'b' })
    model.start({ a: 'a' })
    const asked = model.values.value
    model.set('b', 'depois')
    model.load({ id: 1, versao: 1, a: 'A', b: null }, asked)
    expect(model.payload()).toEqual({ a: 'A', b: 'depois', versao: 1 })
    expect(model.dirty.value).toBe(true)
    model.refresh({ id: 1, versao: 2, a: 'B', b: null })
    expect(model.payload()).toEqual({ a: 'B', b: 'depois', versao: 2 })
    model.load({ id: 1, versao: 3, a: 'C', b: null })
    expect(model.dirty.value).toBe(false)
  })

  it('saves over the version that a field was typed over, until nothing that somebody else changed is', () => {
    const model = form({ name: 'a' }, { name: 'b' })
    model.load({ id: 1, versao: 1, a: 'a', b: 'b' })
    model.set('b', 'meu')
    model.refresh({ id: 1, versao: 2, a: 'deles', b: 'b' })
    expect(model.payload()).toEqual({ a: 'deles', b: 'meu', versao: 2 })
    model.refresh({ id: 1, versao: 3, a: 'deles', b: 'deles' })
    model.refresh({ id: 1, versao: 4, a: 'outro', b: 'deles' })
    expect(model.payload()).toEqual({ a: 'outro', b: 'meu', versao: 2 })
    const now = { id: 1, versao: 5, a: 'outro', b: 'novo' }
    expect(model.merge(now)).toEqual([{ name: 'b', mine: 'meu', theirs: 'novo' }])
    expect(model.payload()).toEqual({ a: 'outro', b: 'meu', versao: 5 })
    model.refresh({ ...now, versao: 6, b: 'último' })
    expect(model.version).toBe(5)
    model.set('b', 'último')
    expect(model.version).toBe(6)
  })

  it('waits for every chosen record, also one whose wait another takes over, and tells when one is not found', async () => {
    const model = form({})
    expect(await model.chosen()).toBe(true)
    const cell = model.awaitChoice()
    let all: boolean | undefined
    const waiting = model.chosen().then((found) => (all = found))
    const after = model.awaitChoice()
    cell(true)
    await Promise.resolve()
    expect(all).toBeUndefined()
    after(false)
    await waiting
    expect(all).toBe(false)
    expect(await model.chosen()).toBe(true)
  })

  it('asks again what got no answer each time that it is to go on, until somebody leaves the question', async () => {
    const model = form({})
    let asked = 0
    const failing = () => {
      asked += 1
      const answered = model.awaitChoice()
      leave = model.askAgain(failing)
      answered(false)
    }
    let leave = model.askAgain(failing)
    expect([await model.chosen(), await model.chosen(), asked]).toEqual([false, false, 2])
    leave()
    expect([await model.chosen(), asked]).toEqual([true, 2])
  })
})
