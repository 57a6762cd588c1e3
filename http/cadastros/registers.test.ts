import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SETTING_GROUPS } from '../../core/settings/groups'
import { testServer, type TestServer } from '../../fixtures/test-server'

let server: TestServer
const api: TestServer['admin'] = (...call) => server.admin(...call)
const create = async (path: string, body: object) => (await api('POST', `/api/${path}`, body)).body

beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

describe('commissions and teams of a salesperson', () => {
  it('says in the specification’s words what a commission lacks', async () => {
    const { id: vendedor_id } = await create('vendedor', { xNome: 'Ana' })
    const refused = async (body: object) => {
      const { status, body: answer } = await api('POST', '/api/cadastros/vendedor_comissao', body)
      return [status, answer.message]
    }
    expect(await refused({ percentual: 5 })).toEqual([422, 'Salve o vendedor antes de adicionar comissões.'])
    expect(await refused({ vendedor_id })).toEqual([422, 'Informe o percentual.'])
    expect(await refused({ vendedor_id, percentual: 'cinco' })).toEqual([422, 'Informe o percentual.'])
    const forCustomers = { vendedor_id, percentual: 5, comissionavel_type: 'cliente' }
    expect(await refused(forCustomers)).toEqual([422, 'Selecione um cliente.'])
    const { id: comissionavel_id } = await create('cliente', { xNome: 'Cliente' })
    const saved = await create('cadastros/vendedor_comissao', { ...forCustomers, comissionavel_id })
    expect(saved).toMatchObject({ percentual: 5, comissionavel: { xNome: 'Cliente' } })
    const general = await api('PUT', `/api/cadastros/vendedor_comissao/${saved.id}`, { comissionavel_type: null })
    expect(general.body).toMatchObject({ comissionavel_type: null, comissionavel_id: null })
  })

  it('keeps a team in the record of who leads it, and nobody in their own', async () => {
    const [{ id }, { id: membro_id }] = [
      await create('vendedor', { xNome: 'Líder' }),
      await create('vendedor', { xNome: 'Membro' }),
    ]
    const led = await api('PUT', `/api/vendedor/${id}`, { equipe_vendedor_list: [{ membro_id }] })
    expect(led.body.equipe_vendedor_list).toMatchObject([{ vendedor_id: id, membro: { xNome: 'Membro' } }])
    const own = await api('PUT', `/api/vendedor/${id}`, { equipe_vendedor_list: [{ membro_id: id }] })
    expect([own.status, own.body.message]).toEqual([422, 'Ninguém é da própria equipe.'])
    const staff = await create('cadastros/colaborador', { xNome: 'Chefe' })
    const other = await create('colaborador', { xNome: 'Outro' })
    const team = { equipe_colaborador_list: [{ membro_id: other.id }] }
    expect((await api('PUT', `/api/colaborador/${staff.id}`, team)).body.equipe_colaborador_list).toHaveLength(1)
  })
})

describe('vehicles', () => {
  it('capital plates, hours at both ends, particularities; 422 in the specification’s words', async () => {
    const { id: transportadora_id } = await create('transportadora', { xNome: 'Rápida' })
    const { id: particularidade_id } = await create('cadastros/veiculo_particularidade', { descricao: 'Refrigerado' })
    const empty = await api('POST', '/api/transportadora_veiculo', { transportadora_id })
    expect(empty.body.errors).toEqual({ placa: ['Informe este campo'], UF: ['Informe este campo'] })
    const half = { transportadora_id, placa: 'abc-1d23', UF: 'PR', hora_inicial: '08:00' }
    expect((await api('POST', '/api/transportadora_veiculo', half)).body.errors).toEqual({
      hora_final: ['Informe este campo'],
    })
    const whole = { ...half, hora_final: '18:00', particularidades: [{ particularidade_id, descricao: '-18 °C' }] }
    const made = await create('transportadora_veiculo', whole)
    expect(made).toMatchObject({
      placa: 'ABC1D23',
      particularidades: [{ veiculo_id: made.id, particularidade: { descricao: 'Refrigerado' }, descricao: '-18 °C' }],
    })
    const twice = await api('POST', '/api/transportadora_veiculo', { ...whole, placa: 'ABC1D23' })
    expect(twice.status).toBe(409)
    expect((await api('GET', `/api/transportadora/${transportadora_id}`)).body.veiculos).toMatchObject([
      { id: made.id },
    ])
  })
})

describe('categories of customers', () => {
  it('a tree with whole names; no category within itself', async () => {
    const path = 'cadastros/cliente_categoria'
    const top = await create(path, { descricao: 'Atacado' })
    const middle = await create(path, { descricao: 'Sul', categoria_pai_id: top.id })
    const leaf = await create(path, { descricao: 'Curitiba', categoria_pai_id: middle.id })
    expect(leaf.full_descricao).toBe('Atacado > Sul > Curitiba')
    expect((await api('GET', `/api/${path}/${top.id}`)).body.childs).toEqual([{ id: middle.id, descricao: 'Sul' }])
    const tree = await api('GET', `/api/${path}/arvore`)
    expect(tree.body.data[0].childs[0].childs).toEqual([
      { id: leaf.id, descricao: 'Curitiba', full_descricao: 'Atacado > Sul > Curitiba', childs: [] },
    ])
    const ring = await api('PUT', `/api/${path}/${top.id}`, { categoria_pai_id: leaf.id })
    expect([ring.status, ring.body.message]).toEqual([422, 'Uma categoria não pode ficar dentro dela mesma.'])
    expect((await api('PUT', `/api/${path}/${top.id}`, { categoria_pai_id: top.id })).status).toBe(422)
    expect((await api('DELETE', `/api/${path}/${top.id}`)).body.code).toBe('in_use')
  })

  it('422 the eleventh level, also when a branch is moved below', async () => {
    const path = 'cadastros/cliente_categoria'
    let parent: number | null = null
    for (let level = 1; level <= 10; level++)
      parent = Number((await create(path, { descricao: `N${level}`, categoria_pai_id: parent })).id)
    const deeper = await api('POST', `/api/${path}`, { descricao: 'N11', categoria_pai_id: parent })
    expect([deeper.status, deeper.body.message]).toEqual([422, 'Use no máximo 10 níveis de categorias.'])
    const loose = await create(path, { descricao: 'Solta' })
    expect((await api('PUT', `/api/${path}/${loose.id}`, { categoria_pai_id: parent })).status).toBe(422)
  })
})

describe('customers', () => {
  it('deleteIntencaoCliente answers the intentions that are left', async () => {
    const customer = await create('cliente', {
      xNome: 'Quer muito',
      intencao_compra_list: [{ descricao: 'Furadeira' }, { descricao: 'Serra', quantidade: 2 }],
    })
    const [first, second] = customer.intencao_compra_list
    const call = `/api/cliente/${customer.id}/deleteIntencaoCliente?intencao_id=`
    const left = await api('GET', call + first.id)
    expect(left.body.intencao_compra_list).toMatchObject([{ id: second.id, descricao: 'Serra', quantidade: 2 }])
    expect((await api('GET', call + first.id)).status).toBe(422)
  })

  it('takes a list that is null for one that is not spoken of', async () => {
    const made = await create('cliente', { xNome: 'Sem lista', intencao_compra_list: null })
    expect(made.intencao_compra_list).toEqual([])
    await api('PUT', `/api/cliente/${made.id}`, { intencao_compra_list: [{ descricao: 'Serra' }] })
    const kept = await api('PUT', `/api/cliente/${made.id}`, { intencao_compra_list: null })
    expect(kept.body.intencao_compra_list).toHaveLength(1)
  })

  it('take a payment condition that can be read, and 422 one that cannot', async () => {
    expect((await create('cliente', { xNome: 'A prazo', prazo: '30/60/90' })).prazo).toBe('30/60/90')
    const wrong = await api('POST', '/api/cliente', { xNome: 'A prazo', prazo: 'quando der' })
    expect([wrong.status, wrong.body.errors.prazo[0]]).toEqual([422, expect.stringContaining('30/60/90')])
  })

  it('drops empty e-mails after the first and 422 what is none', async () => {
    const made = await create('cliente', { xNome: 'Com e-mails', email_list: ['', 'a@b.com', '', 'c@d.com'] })
    expect(made.email_list).toEqual(['', 'a@b.com', 'c@d.com'])
    const put = (email_list: unknown) => api('PUT', `/api/cliente/${made.id}`, { email_list })
    expect((await put([''])).body.email_list).toBeNull()
    const wrong = await put(['a@b'])
    expect([wrong.status, wrong.body.message]).toEqual([422, 'Por favor, preencha os emails corretamente.'])
    expect((await put([{ a: 1 }])).status).toBe(422)
    expect((await put({ a: 1 })).status).toBe(422)
  })
})

describe('suppliers', () => {
  const set = async (name: string, value: boolean) => {
    const { body } = await api('GET', `/api/configuracao?where=${encodeURIComponent(JSON.stringify({ name }))}`)
    await api('PUT', `/api/configuracao/${body.data[0].id}`, { value: String(value) })
  }

  it('need a tax id where the configuration says so, and then a right one; else the name is enough', async () => {
    const nameless = async (body: object) => {
      const answer = await api('POST', '/api/fornecedor', body)
      return [answer.status, answer.body.message]
    }
    expect((await nameless({ xNome: 'Feira' }))[0]).toBe(201)
    await set('FORNECEDOR_VALIDA_CPF', true)
    expect(await nameless({ xNome: 'Feira' })).toEqual([422, 'Preencha este campo.'])
    expect(await nameless({ xNome: 'Feira', CNPJ_CPF: '529.982.247-24' })).toEqual([422, 'CNPJ ou CPF inválido.'])
    expect((await nameless({ xNome: 'Feira', CNPJ_CPF: '529.982.247-25' }))[0]).toBe(201)
    await set('FORNECEDOR_SOMENTE_NOME', true)
    expect((await nameless({ xNome: 'Feira' }))[0]).toBe(201)
    expect((await api('GET', '/api/sessao')).body.configuracao).toEqual({
      FORNECEDOR_VALIDA_CPF: 'true',
      FORNECEDOR_SOMENTE_NOME: 'true',
      FISCAL_RESP_TEC: null,
      PERMITE_MODIFICACAO_VALOR_CR: 'false',
      RASCUNHO_APAGA_AO_SAIR: 'false',
      SEPARACAO_TOLERANCIA_PESO: '3',
      ANEXOS_COTA_MB: null,
      'SEPARACAO.CUSTOM_FIELDS': null,
      'ORDEM_SERVICO.CUSTOM_FIELDS': null,
    })
  })
})

describe('hours of the week', () => {
  const monday = { dia_semana: 1, hora_inicio: '8h', hora_fim: '1200' }
  const path = '/api/sis/janela_horario'

  it('are written with their vehicle, shown in order, replaced whole, and go with it', async () => {
    const { id: transportadora_id } = await create('transportadora', { xNome: 'Semanal' })
    const afternoon = { dia_semana: 1, hora_inicio: '13:30', hora_fim: '18:00' }
    const made = await create('transportadora_veiculo', {
      transportadora_id,
      placa: 'SEM1A23',
      UF: 'PR',
      janela_horario_list: [afternoon, monday],
    })
    expect(made.janela_horario_list).toEqual([{ dia_semana: 1, hora_inicio: '08:00', hora_fim: '12:00' }, afternoon])
    const one = `/api/transportadora_veiculo/${made.id}`
    expect((await api('PUT', one, { RNTC: '1' })).body.janela_horario_list).toHaveLength(2)
    const changed = await api('PUT', one, { janela_horario_list: [afternoon, { ...monday, dia_semana: 0 }] })
    expect(changed.body.janela_horario_list.map((each: { dia_semana: number }) => each.dia_semana)).toEqual([0, 1])
    const where = encodeURIComponent(JSON.stringify({ model_type: 'veiculo', model_id: made.id }))
    expect((await api('GET', `${path}?where=${where}`)).body.total).toBe(2)
    await api('DELETE', `/api/transportadora/${transportadora_id}`)
    expect((await api('GET', `${path}?where=${where}`)).body.total).toBe(0)
  })

  it('422 what overlaps, runs backwards, is no hour, or belongs to nothing; 403 without the right on the record', async () => {
    const { id: model_id } = await create('cliente', { xNome: 'Recebe de manhã' })
    const week = { model_type: 'cliente', model_id, janelas: [monday] }
    expect((await api('POST', `${path}/semana`, week)).body.data).toMatchObject([{ dia_semana: 1, hora_fim: '12:00' }])
    const one = { ...monday, model_type: 'cliente', model_id }
    const refused = async (body: object) => (await api('POST', path, body)).body.message
    expect(await refused({ ...one, hora_inicio: '11:00', hora_fim: '13:00' })).toBe(
      'Segunda-feira: os horários se sobrepõem.',
    )
    expect(await refused({ ...one, hora_fim: '07:00' })).toBe('Segunda-feira: a hora final vem depois da inicial.')
    expect(await refused({ ...one, hora_inicio: '25:00' })).toBe('Hora inválida: use HH:MM.')
    expect(await refused({ ...one, model_type: 'nada' })).toBe('Recurso desconhecido.')
    expect(await refused({ ...one, model_id: 999_999 })).toBe('Selecione um registro válido.')
    expect((await api('POST', path, { ...one, dia_semana: 2 })).status).toBe(201)
    const clerk = await server.user({ permissions: ['edit janela_horario', 'show cliente'] })
    expect((await clerk('POST', `${path}/semana`, week)).status).toBe(403)
    expect((await clerk('POST', path, { ...one, dia_semana: 3 })).status).toBe(403)
    expect((await api('GET', `/api/cliente/${model_id}`)).body.janela_horario_list).toHaveLength(2)
  })
})

describe('municipalities', () => {
  it('come with their IBGE code, which begins with their state’s', async () => {
    const post = async (body: object) => (await api('POST', '/api/municipio', body)).body
    expect((await post({ xMun: 'Sem código', UF: 'PR' })).errors).toEqual({
      id: ['Informe o número: código IBGE de 7 dígitos.'],
    })
    expect((await post({ id: 41, xMun: 'Curto', UF: 'PR' })).message).toBe('Informe o código IBGE de 7 dígitos.')
    expect((await post({ id: 4199999, xMun: 'Novo', UF: 'SC' })).message).toBe('O código IBGE é de outro estado.')
    expect(await post({ id: 4199999, xMun: 'Novo', UF: 'PR' })).toMatchObject({ id: 4199999, UF: 'PR' })
    expect((await post({ id: 4199999, xMun: 'Outra vez', UF: 'PR' })).code).toBe('conflict')
    expect((await api('PUT', '/api/municipio/4199999', { UF: 'SC' })).status).toBe(422)
  })
})

describe('lists after sign-in', () => {
  it('are there for whoever may see them, and empty for who may not', async () => {
    const own = (await api('GET', '/api/sessao/listas')).body
    expect(Object.keys(own)).toEqual(['pagamento', 'armazenamento', 'empresa', 'vendedor', 'tipo_entrada_saida'])
    expect(own.empresa.length).toBeGreaterThan(0)
    const nobody = (await (await server.user({}))('GET', '/api/sessao/listas')).body
    expect([nobody.empresa, nobody.vendedor]).toEqual([[], []])
  })
})

describe('tables and items', () => {
  it('has the 27 states', async () => {
    const { body } = await api('GET', '/api/estado?perPage=50')
    expect([body.total, body.data[0].Nome]).toEqual([27, 'Acre'])
    expect(body.data.find((one: { Sigla: string }) => one.Sigla === 'PR')).toMatchObject({ ID: 41, Nome: 'Paraná' })
    expect((await api('POST', '/api/estado', { Sigla: 'XX', Nome: 'Outro' })).status).toBe(403)
  })

  it('knows an NCM by its eight digits, and its record by its number', async () => {
    expect((await api('GET', '/api/ncm/01012100')).status).toBe(503)
    const made = await create('ncm', { codigo: '01012100', descricao: 'Cavalos' })
    expect((await api('GET', '/api/ncm/01012100')).body).toMatchObject({ codigo: '01012100', descricao: 'Cavalos' })
    expect((await api('GET', `/api/ncm/${made.id}`)).body.codigo).toBe('01012100')
    expect((await api('GET', '/api/ncm/99999999')).status).toBe(404)
    expect((await api('POST', '/api/ncm', { codigo: '0101', descricao: 'Curto' })).status).toBe(422)
  })

  it('takes a code that an official table does not know and tells it, for the table may be older than the law', async () => {
    await create('ncm', { codigo: '02013000', descricao: 'Carnes', dFim: '2025-03-31' })
    await create('ncm', { codigo: '03019990', descricao: 'Peixes', dInicio: '2999-01-01' })
    await create('cest', { codigo: '1700100', descricao: 'Chocolate' })
    const product = async (codes: object) => {
      const { status, body } = await api('POST', '/api/mercadoria', { xProd: 'Produto', ...codes })
      return [status, body.avisos_campos ?? body.errors ?? null]
    }
    const unknown = 'não encontrado na tabela. A tabela instalada pode ser mais antiga que a lei: confira o código.'
    expect(await product({ NCM: '99999999', CEST: '99.999.99' })).toEqual([
      201,
      { NCM: `NCM ${unknown}`, CEST: `CEST ${unknown}` },
    ])
    expect(await product({ NCM: '0101.21.00', CEST: '17.001.00' })).toEqual([201, null])
    expect(await product({ NCM: '02013000' })).toEqual([
      201,
      { NCM: 'NCM valeu até 31/03/2025: confira qual o substitui.' },
    ])
    expect(await product({ NCM: '03019990' })).toEqual([201, { NCM: 'NCM só vale a partir de 01/01/2999.' }])
    expect(await product({ NCM: '9999' })).toEqual([422, { NCM: ['NCM inválido: informe os 8 dígitos do código.'] }])
    await create('cclasstrib', { codigo: '000001', descricao: 'Tributação integral' })
    expect(await product({ cClassTrib: '000001' })).toEqual([201, null])
    expect(await product({ cClassTrib: '999999' })).toEqual([
      201,
      { cClassTrib: `Classificação tributária (IBS e CBS) ${unknown}` },
    ])
    expect((await product({ cClassTrib: '1' }))[0]).toBe(422)
    expect((await api('GET', '/api/cclasstrib/000001')).body.descricao).toBe('Tributação integral')
    expect((await api('GET', '/api/ncm/02013000')).body.aviso).toContain('valeu até 31/03/2025')
    expect((await api('GET', '/api/ncm/88888888')).body.message).toContain('mais antiga que a lei')
  })

  it('judges the codes of a tax rule that has ended by its own time', async () => {
    const rule = (dFim: string) => api('POST', '/api/nfe/tributacao', { descricao: 'Carnes', NCM: '02013000', dFim })
    expect((await rule('2025-03-31')).body.avisos_campos).toBeUndefined()
    expect((await rule('2025-04-01')).body.avisos_campos).toEqual({
      NCM: 'NCM valeu até 31/03/2025: confira qual o substitui.',
    })
    expect((await api('POST', '/api/nfe/tributacao', { descricao: 'Curto', CEST: '123' })).status).toBe(422)
  })

  it('writes a configuration item’s value as its type does', async () => {
    const item = await create('configuracao', { name: 'aviso', type: 'boolean', value: 'Sim' })
    expect(item.value).toBe('true')
    const put = (body: object) => api('PUT', `/api/configuracao/${item.id}`, body)
    expect((await put({ type: 'number' })).body.message).toBe('Informe um número.')
    expect((await put({ type: 'number', value: '007.50' })).body.value).toBe('7.5')
  })

  it('lists the items of the configuration by what they are about, each with who changed it last', async () => {
    const items = async (grupo: string) => {
      const custom = encodeURIComponent(JSON.stringify({ grupo }))
      return (await api('GET', `/api/configuracao?perPage=100&custom=${custom}`)).body.data
    }
    await create('configuracao', { name: 'nossa.regra', value: 'sim' })
    const [all, fiscal, others] = [
      await api('GET', '/api/configuracao?perPage=100'),
      await items('fiscal'),
      await items('outros'),
    ]
    expect(fiscal.map(({ name }: { name: string }) => name)).toEqual(['FISCAL_RESP_TEC'])
    expect(others).toMatchObject([{ name: 'aviso' }, { name: 'nossa.regra' }])
    const sizes = await Promise.all(SETTING_GROUPS.map(async (group) => (await items(group)).length))
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(all.body.total)
    expect(fiscal[0].alterado_por).toBeNull()
    const ana = await server.user({ permissions: ['show configuracao', 'edit configuracao'] })
    await ana('PUT', `/api/configuracao/${fiscal[0].id}`, { value: 'nada' })
    const [{ alterado_por }] = await items('fiscal')
    expect(alterado_por).toMatch(/^u\d+@teste\.example$/)
  })

  it('takes webhooks with the company, 422 other addresses than the web’s', async () => {
    const put = (webhook_url: string) =>
      api('PUT', `/api/empresa/${server.empresa_id}`, { webhooks: [{ webhook_url }] })
    const saved = await put('https://loja.example/aviso')
    expect(saved.body.webhooks).toMatchObject([
      { event_type: 'PEDIDO_FATURADO', webhook_url: 'https://loja.example/aviso' },
    ])
    for (const wrong of ['file:///etc/passwd', 'javascript:alert(1)', 'https://eu:senha@loja.example', 'loja'])
      expect((await put(wrong)).status, wrong).toBe(422)
  })
})

describe('a state registration', () => {
  it.each(['cliente', 'fornecedor', 'transportadora', 'vendedor'])(
    '422 that cannot be of its state, in %s',
    async (kind) => {
      const made = await server.admin('POST', `/api/${kind}`, { xNome: 'Registro Exemplo', UF: 'CE', IE: '123' })
      expect([made.status, made.body.errors]).toEqual([422, { IE: ['Inscrição estadual inválida para CE.'] }])
      const { status, body } = await server.admin('POST', `/api/${kind}`, {
        xNome: 'Registro Exemplo',
        UF: 'SP',
        IE: '110.042.490.114',
      })
      expect(status).toBe(201)
      expect((await server.admin('PUT', `/api/${kind}/${body.id}`, { UF: 'CE' })).status).toBe(422)
      expect((await server.admin('PUT', `/api/${kind}/${body.id}`, { UF: 'CE', IE: 'ISENTO' })).status).toBe(200)
    },
  )

  it('that a record has already stays in the way of nothing else', async () => {
    const { id } = await server.insert('cliente', { xNome: 'Registro Antigo', UF: 'CE', IE: '123' })
    expect((await server.admin('PUT', `/api/cliente/${id}`, { UF: 'CE', IE: '123', obs: 'x' })).status).toBe(200)
  })
})
