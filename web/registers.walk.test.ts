import { beforeAll, describe, expect, it } from 'vitest'
import { browserTest, Keyboard } from '../fixtures/browser-session'
import { atList, atRecord, atWork } from '../fixtures/focus'
import { expectPresentable, seriousFaults, shot } from '../fixtures/look'

/** Every register by keyboard alone: created, found, changed, deleted; axe-clean, and whole on a phone. */

/** How a field is filled: text that is typed, a record that is searched and taken, an option whose first letters are typed. */
type Filling = string | { readonly pick: string } | { readonly option: string }

interface Register {
  readonly path: string
  /** Fields by label, in the order in which Tab meets them. */
  readonly fill: Readonly<Record<string, Filling>>
  /** What one searches it by: the name that was typed. */
  readonly name: string
  /** The field that is changed afterwards, and what to. */
  readonly change: readonly [label: string, text: string]
  /** The form asks before it saves. */
  readonly asks?: true
  /** The form stays open after saving. */
  readonly stays?: true
}

const person = (path: string, name: string, label = 'Nome / Razão social'): Register => ({
  path,
  fill: { [label]: name, Telefone: '4133334444' },
  name,
  change: ['Nome fantasia', 'Outro nome'],
})

const REGISTERS: readonly Register[] = [
  person('/ui/cadastros/cliente', 'Cliente pelo teclado'),
  { ...person('/ui/cadastros/fornecedor', 'Fornecedor pelo teclado'), asks: true },
  person('/ui/cadastros/transportadora', 'Transportadora pelo teclado'),
  person('/ui/cadastros/motorista', 'Motorista pelo teclado'),
  person('/ui/cadastros/vendedor', 'Vendedor pelo teclado'),
  person('/ui/cadastros/colaborador', 'Colaborador pelo teclado'),
  {
    path: '/ui/servico/servico',
    fill: { Descrição: 'Serviço pelo teclado', Valor: '80' },
    name: 'Serviço pelo teclado',
    change: ['Código', 'SV-1'],
  },
  {
    path: '/ui/servico/equipamento',
    fill: { Descrição: 'Equipamento pelo teclado', Cliente: { pick: 'a' } },
    name: 'Equipamento pelo teclado',
    change: ['Número de série', 'SN-9'],
  },
  {
    path: '/ui/cadastros/cliente_categoria',
    fill: { Descrição: 'Categoria pelo teclado' },
    name: 'Categoria pelo teclado',
    change: ['Descrição', 'Categoria pelo teclado 2'],
  },
  {
    path: '/ui/cadastros/tipo_entrada_saida',
    fill: { Descrição: 'Operação pelo teclado', Tipo: { option: 'Entrada' } },
    name: 'Operação pelo teclado',
    change: ['Descrição', 'Operação pelo teclado 2'],
  },
  {
    path: '/ui/cadastros/user',
    fill: {
      Nome: 'Pessoa pelo teclado',
      'E-mail': 'teclado@teste.example',
      Senha: 'senha-de-teste-9',
      'Confirme a senha': 'senha-de-teste-9',
      'Empresa principal': { pick: 'a' },
    },
    name: 'Pessoa pelo teclado',
    change: ['Nome', 'Pessoa pelo teclado 2'],
    stays: true,
  },
  {
    path: '/ui/cadastros/role',
    fill: { 'Nome no sistema': 'regra_teclado', Descrição: 'Regra pelo teclado' },
    name: 'Regra pelo teclado',
    change: ['Descrição', 'Regra pelo teclado 2'],
    stays: true,
  },
  {
    path: '/ui/cadastros/municipio',
    fill: { Nome: 'Vila do Teclado', UF: { option: 'PR' }, 'Código IBGE': '4199998' },
    name: 'Vila do Teclado',
    change: ['Nome', 'Vila do Teclado Novo'],
  },
  {
    path: '/ui/cadastros/ncm',
    fill: { Código: '84716099', Descrição: 'Teclados' },
    name: 'Teclados',
    change: ['Descrição', 'Teclados e mais'],
  },
  {
    path: '/ui/configuracao/pagamento',
    fill: { Descrição: 'Pagamento pelo teclado', 'Meio de pagamento na NF-e': { option: '17' } },
    name: 'Pagamento pelo teclado',
    change: ['Descrição', 'Pagamento pelo teclado 2'],
  },
  {
    path: '/ui/configuracao/itens',
    fill: {
      'Nome no sistema': 'item.teclado',
      Tipo: { option: 'N' },
      Valor: '7,5',
      'Para que serve': 'Item pelo teclado',
    },
    name: 'Item pelo teclado',
    change: ['Para que serve', 'Item pelo teclado 2'],
  },
  {
    path: '/ui/comercial/tabela_preco',
    fill: { Descrição: 'Tabela pelo teclado' },
    name: 'Tabela pelo teclado',
    change: ['Descrição', 'Tabela pelo teclado 2'],
  },
  {
    path: '/ui/cadastros/cfop',
    fill: { Código: '5929', Descrição: 'Operação do teclado' },
    name: 'Operação do teclado',
    change: ['Descrição', 'Operação do teclado 2'],
  },
  {
    path: '/ui/cadastros/cest',
    fill: { Código: '0100100', Descrição: 'Peça do teclado' },
    name: 'Peça do teclado',
    change: ['Descrição', 'Peça do teclado 2'],
  },
  {
    path: '/ui/cadastros/empresa',
    fill: { 'CNPJ / CPF': '11444777000161', 'Razão social': 'Empresa pelo teclado' },
    name: 'Empresa pelo teclado',
    change: ['Nome fantasia', 'Outra empresa'],
    stays: true,
  },
  {
    path: '/ui/comercial/meta',
    fill: { Descrição: 'Meta pelo teclado', De: '1/11/2026', Até: '30/11/2026' },
    name: 'Meta pelo teclado',
    change: ['Descrição', 'Meta pelo teclado 2'],
  },
  {
    path: '/ui/comercial/meta_venda',
    fill: { Descrição: 'Venda pelo teclado', De: '1/11/2026', Até: '30/11/2026', Valor: '1000' },
    name: 'Venda pelo teclado',
    change: ['Descrição', 'Venda pelo teclado 2'],
  },
  {
    path: '/ui/estoque/fabricante',
    fill: { Descrição: 'Fabricante pelo teclado' },
    name: 'Fabricante pelo teclado',
    change: ['Site', 'https://teclado.example'],
  },
]

const session = browserTest()
const keys = new Keyboard(session)
beforeAll(() => session.page.emulateMedia({ reducedMotion: 'reduce' }))

const MOST_TABS = 80
/** The label of what has the focus. */
const FOCUSED = `(() => {
  const at = document.activeElement
  return (at?.labels?.[0]?.firstChild?.textContent ?? at?.getAttribute('aria-label') ?? '').trim()
})()`

/** Goes to a field as one does without a mouse: Tab until it is reached. */
async function tabTo(label: string): Promise<void> {
  for (let n = 0; n < MOST_TABS; n++) {
    if ((await session.page.evaluate(FOCUSED)) === label) return
    await session.page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reaches '${label}'.`)
}

async function fill(fields: Register['fill']): Promise<void> {
  for (const [label, filling] of Object.entries(fields)) {
    await tabTo(label)
    if (typeof filling === 'string') {
      await keys.press('Control+a')
      await keys.type(filling)
    } else if ('option' in filling) await keys.type(filling.option)
    else {
      await keys.type(filling.pick)
      await keys.pick()
    }
  }
}

async function save({ asks }: Register, text: string): Promise<void> {
  await keys.press('Control+s')
  if (asks) {
    await keys.text('Salvar o fornecedor?')
    await keys.press('Control+Enter')
  }
  await keys.text(text)
}

/** Back in the list after saving: a form that stays open is left, with the focus still at work in it. */
async function leave({ stays }: Register): Promise<void> {
  if (stays) {
    await atWork(session.page, 'saving what stays open')
    await keys.press('Escape')
  }
  await session.page.locator('dialog[open]').waitFor({ state: 'detached' })
}

/** Searches the list and leaves the focus on the first row, which is the record. */
async function find(name: string): Promise<void> {
  await keys.press('/', 'Control+a')
  await keys.type(name)
  await keys.press('Enter')
  await session.page.locator('[role="row"][aria-rowindex="2"]', { hasText: name }).waitFor()
  await keys.press('Home')
}

describe('without a mouse', () => {
  it.each(REGISTERS)('$path', async (register) => {
    const { path, name, change } = register
    const { page, url, errors } = session
    errors.length = 0
    await page.goto(url + path)
    await keys.screen(path)
    await keys.press('n')
    await keys.screen(`${path}/edit/new`)
    await fill(register.fill)
    await save(register, 'Registro criado com sucesso.')
    await leave(register)
    await atRecord(page, name, 'creating it')
    await find(name)
    await keys.press('Enter')
    await page.waitForURL(new RegExp(`${path}/edit/\\d+`))
    await page.locator('dialog[open] [aria-busy="true"]').waitFor({ state: 'detached' })
    await expectPresentable(page, `registro${path.slice(3).replaceAll('/', '-')}`)
    await fill({ [change[0]]: change[1] })
    await save(register, 'O registro foi salvo com sucesso.')
    await leave(register)
    await atList(page, 'changing it')
    await find(name)
    await keys.press('Delete')
    await keys.text('Excluir registro?')
    await atWork(page, 'being asked')
    await keys.press('Control+Enter')
    await keys.text('Registro excluido com sucesso.')
    await page.locator('[role="row"][aria-rowindex="2"]', { hasText: name }).waitFor({ state: 'detached' })
    await atList(page, 'deleting it')
    expect(errors).toEqual([])
  })
})

/** Registers that are written in the list itself: Enter keeps a row. */
const INLINE: readonly (readonly [path: string, label: string])[] = [
  ['/ui/cadastros/motivo_devolucao', 'Descrição'],
  ['/ui/cadastros/veiculo_particularidade', 'Descrição'],
]

describe('registers written in their list', () => {
  it.each(INLINE)('%s', async (path, label) => {
    const { page, url } = session
    const name = 'Escrito na lista'
    await page.goto(url + path)
    await keys.screen(path)
    await keys.press('n')
    await tabTo(label)
    await keys.type(name)
    await keys.press('Enter')
    await keys.text('Registro criado com sucesso.')
    await page.getByRole('row', { name: new RegExp(name) }).waitFor()
    expect(await seriousFaults(session.page)).toEqual([])
    await keys.press('/', 'Control+a')
    await keys.type(name)
    await page.locator('tbody tr').nth(1).waitFor({ state: 'detached' })
    await page.getByLabel(`Editar ${name}`, { exact: true }).waitFor()
    await tabTo(`Editar ${name}`)
    await keys.press('Enter')
    await tabTo(label)
    await keys.press('End')
    await keys.type(' 2')
    await keys.press('Enter')
    await keys.text('O registro foi salvo com sucesso.')
    // The row is drawn anew after the answer was told.
    await page.getByLabel(`Excluir ${name} 2`, { exact: true }).waitFor()
    await tabTo(`Excluir ${name} 2`)
    await keys.press('Enter')
    await keys.text('Excluir registro?')
    await keys.press('Control+Enter')
    await keys.text('Registro excluido com sucesso.')
  })
})

describe('records within a record', () => {
  it('a vehicle: capital plate, hours of the week copied to the working days, in the specification’s words', async () => {
    const { page, url } = session
    await page.goto(`${url}/ui/cadastros/transportadora/edit/1/veiculo/new`)
    await keys.screen('/ui/cadastros/transportadora/edit/1/veiculo/new')
    await keys.press('Control+s')
    await keys.text('Informe este campo')
    await tabTo('Placa')
    await keys.type('tec1l23')
    await tabTo('UF')
    await keys.type('PR')
    await tabTo('Adicionar horário: Segunda-feira')
    await keys.press('Enter')
    await tabTo('Segunda-feira, das')
    await keys.press('Control+a')
    await keys.type('730')
    await tabTo('Segunda-feira, até as')
    await keys.press('Control+a')
    await keys.type('7')
    await keys.press('Control+s')
    await keys.text('Segunda-feira: a hora final vem depois da inicial.')
    await tabTo('Segunda-feira, até as')
    await keys.press('Control+a')
    await keys.type('17h')
    await page.getByRole('button', { name: 'Segunda em todos os dias úteis' }).focus()
    await keys.press('Enter')
    await shot(page, 'veiculo-semana')
    expect(await seriousFaults(session.page)).toEqual([])
    await keys.press('Control+s')
    await keys.text('Registro criado com sucesso.')
    const saved = await page.evaluate(
      `fetch('/api/transportadora_veiculo?search=TEC1L23').then((answer) => answer.json()).then(({ data }) => data[0])`,
    )
    expect(saved).toMatchObject({
      placa: 'TEC1L23',
      janela_horario_list: [1, 2, 3, 4, 5].map((dia_semana) => ({
        dia_semana,
        hora_inicio: '07:30',
        hora_fim: '17:00',
      })),
    })
  })

  it('a commission: its messages to the letter', async () => {
    const { page, url } = session
    const path = '/ui/cadastros/vendedor/edit/1/vendedor_comissao/new'
    await page.goto(url + path)
    await keys.screen(path)
    await tabTo('De')
    await keys.type('Um')
    await tabTo('Percentual')
    await keys.press('Control+s')
    await keys.text('Informe o percentual.')
    await keys.type('5')
    await keys.press('Control+s')
    await keys.text('Selecione um cliente.')
    await tabTo('De')
    await keys.type('Tod')
    await keys.press('Control+s')
    await keys.text('Comissão adicionada com sucesso.')
  })
})

describe('a text that looks like a page', () => {
  const TEXT = '<img src=x onerror="window.caught=1"><b>Maria</b>'

  it.each([
    ['cliente', '/ui/cadastros/cliente', 'xNome'],
    ['fornecedor', '/ui/cadastros/fornecedor', 'xNome'],
    ['cadastros/colaborador', '/ui/cadastros/colaborador', 'xNome'],
    ['tipo_entrada_saida', '/ui/cadastros/tipo_entrada_saida', 'descricao'],
    ['cadastros/motivo_devolucao', '/ui/cadastros/motivo_devolucao', 'descricao'],
    ['estoque/fabricante', '/ui/estoque/fabricante', 'descricao'],
  ])('of %s shows as the text it is: in the list, the form and its history', async (resource, path, field) => {
    const { page, url } = session
    await page.goto(url + path)
    await keys.screen(path)
    const id: unknown = await page.evaluate(
      `fetch('/api/${resource}', { method: 'POST', headers: { 'Content-Type': 'application/json', 'X-Requested-With': 'XMLHttpRequest' },
        body: JSON.stringify({ ${field}: ${JSON.stringify(TEXT)} }) }).then((answer) => answer.json()).then(({ id }) => id)`,
    )
    await page.goto(`${url}${path}?q=Maria`)
    await keys.screen(path)
    await keys.press('/', 'Control+a')
    await keys.type('Maria')
    await keys.press('Enter')
    await page.getByText(TEXT).first().waitFor()
    if (!path.endsWith('motivo_devolucao')) {
      await page.goto(`${url}${path}/edit/${String(id)}`)
      await keys.screen(`${path}/edit/${String(id)}`)
      await page
        .getByRole('button', { name: /Histórico|Auditoria/ })
        .first()
        .click()
      await page.getByText(TEXT).first().waitFor()
    }
    expect(await page.evaluate('window.caught'), 'it ran').toBeUndefined()
    expect(await page.locator('img[src="x"]').count()).toBe(0)
  })
})
