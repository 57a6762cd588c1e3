import { describe, expect, it } from 'vitest'
import {
  type Devices,
  LOCAL,
  printerFor,
  readDevices,
  type Scale,
  scaleFor,
  withoutServer,
  withPrinter,
  withScale,
  withServer,
  withUse,
} from './config'
import { viewOf } from './here'
import { addressOf, space } from './monitor'

const empty = readDevices(null)
const scale = (more: Partial<Scale> = {}): Scale => ({
  port: 'COM1',
  protocol: 'RS232',
  nome: '',
  views: ['recebimento'],
  serverIP: LOCAL,
  default: false,
  ...more,
})
const all = (...changes: readonly ((now: Devices) => Devices | string)[]): Devices =>
  changes.reduce((now, change) => {
    const next = change(now)
    if (typeof next === 'string') throw new Error(next)
    return next
  }, empty)

describe('devices of a workstation', () => {
  it('begin with the monitor of this PC, and print and add labels by themselves', () => {
    expect(empty).toEqual({
      servers: [{ serverIP: LOCAL, token: '' }],
      scales: [],
      printers: [],
      uses: {},
      autoPrint: true,
      autoAdd: true,
    })
  })

  it.each([
    ['no list', { scales: 7 }],
    ['a scale of no screen', { scales: [scale({ views: [] })] }],
    ['a scale of a monitor that is not there', { scales: [scale({ serverIP: '10.0.0.1' })] }],
    ['a screen that is none', { scales: [{ ...scale(), views: ['outra'] }] }],
    ['a printer without a name', { printers: [{ nome: '', serverIP: LOCAL, linguagem: 'zpl' }] }],
  ])('what is stored and is %s counts as not there', (_, stored) => {
    expect(readDevices(stored)).toEqual(empty)
  })

  it('are read as they were kept; a language that is none is ZPL', () => {
    const kept = all(
      (now) => withServer(now, { serverIP: ' PC-2.rede.ts.net ', token: ' t ' }),
      (now) => withScale(now, scale({ serverIP: 'pc-2.rede.ts.net', default: true })),
      (now) => withPrinter(now, { nome: 'Zebra', serverIP: 'agente:3', linguagem: 'ppla' }),
      (now) => withUse(now, 'rastreio', 'agente:3|Zebra'),
    )
    expect(readDevices(JSON.parse(JSON.stringify(kept)))).toEqual(kept)
    expect(kept.servers[1]).toEqual({ serverIP: 'pc-2.rede.ts.net', token: 't' })
    expect(printerFor('rastreio', kept)?.nome).toBe('Zebra')
    expect(printerFor('mercadoria', kept)).toBeUndefined()
    const odd = readDevices({ printers: [{ nome: 'Zebra', serverIP: LOCAL, linguagem: 'tspl' }] })
    expect(odd.printers).toMatchObject([{ linguagem: 'zpl' }])
  })

  it('refuse what is there already, a scale of no screen, and to lose the monitor of this PC', () => {
    expect(withServer(empty, { serverIP: LOCAL, token: '' })).toBe('Este servidor já está na lista')
    expect(withServer(empty, { serverIP: 'http://x', token: '' })).toMatch(/^Informe o nome/)
    const one = all((now) => withScale(now, scale()))
    expect(withScale(one, scale({ nome: 'Outra' }))).toBe('Esta balança já está na lista')
    expect(withScale(one, scale({ port: 'COM2', views: [] }))).toBe('Selecione pelo menos uma tela')
    expect(withoutServer(one, LOCAL)).toBe('O servidor local não pode ser removido!')
  })

  it('a monitor that leaves takes its scales and printers along', () => {
    const two = all(
      (now) => withServer(now, { serverIP: '10.0.0.9', token: '' }),
      (now) => withScale(now, scale({ serverIP: '10.0.0.9' })),
      (now) => withPrinter(now, { nome: 'Argox', serverIP: '10.0.0.9', linguagem: 'ppla' }),
    )
    expect(withoutServer(two, '10.0.0.9')).toEqual(empty)
  })
})

describe('the scale of a screen', () => {
  it.each([
    ['/ui/estoque/recebimento/edit/1', 'recebimento'],
    ['/ui/mobile/recebimento', 'recebimento'],
    ['/ui/estoque/entrada/edit/1/entrada_item/2', 'recebimento'],
    ['/ui/estoque/inventario', 'estoque'],
    ['/a/12', 'estoque'],
    ['/ui/expedicao/separacao', 'expedicao'],
    ['/ui/comercial/venda/edit/1', 'comercial'],
    ['/access/signin', ''],
  ])('%s is %s', (path, view) => expect(viewOf(path)).toBe(view))

  it('is the usual one of those that serve it, else the first; none where none does', () => {
    const two = all(
      (now) => withScale(now, scale({ port: 'COM1' })),
      (now) => withScale(now, scale({ port: 'COM2', default: true, views: ['recebimento', 'comercial'] })),
      (now) => withScale(now, scale({ port: 'COM3', default: true, views: ['compras'] })),
    )
    expect(scaleFor('/ui/estoque/recebimento', two)?.port).toBe('COM1')
    expect(scaleFor('/ui/comercial/venda', two)?.port).toBe('COM2')
    expect(scaleFor('/ui/compras/pedido_compra', two)?.default).toBe(true)
    expect(scaleFor('/ui/producao', two)).toBeUndefined()
  })
})

it.each([
  [LOCAL, {}],
  ['127.0.0.1:9000', {}],
  ['pc.rede.ts.net', {}],
  ['127.0.0.10', { targetAddressSpace: 'local' }],
  ['127.0.0.1.rede.local', { targetAddressSpace: 'local' }],
])('%s is asked as what it is: of this PC, or of its network', (serverIP, asked) =>
  expect(space(serverIP)).toEqual(asked),
)

it.each([
  [LOCAL, 'http://127.0.0.1:8828'],
  ['127.0.0.1:9000', 'http://127.0.0.1:9000'],
  ['balanca.rede.local', 'http://balanca.rede.local:8828'],
  ['pc.rede.ts.net', 'https://pc.rede.ts.net'],
])('the monitor of %s is asked at %s', (serverIP, address) => expect(addressOf(serverIP)).toBe(address))
