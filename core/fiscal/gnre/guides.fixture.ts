import fc from 'fast-check'
import type { Guide } from './guide'

/** Guides of every kind that the product issues, made up: no company or person is real. */

export const SAMPLE_GUIDE: Guide = {
  ufFavorecida: 'BA',
  tipoGnre: '0',
  contribuinteEmitente: {
    identificacao: { CNPJ: '11222333000181' },
    razaoSocial: 'EMPRESA TESTE LTDA',
    endereco: 'Rua das Flores 100',
    municipio: '50308',
    uf: 'SP',
    cep: '01001000',
    telefone: '1133334444',
  },
  itens: [
    {
      receita: '100102',
      documentoOrigem: { tipo: '22', numero: '35261111222333000181550010000010021102030400' },
      dataVencimento: '2026-11-25',
      valores: [
        { tipo: '11', valor: '85.50' },
        { tipo: '12', valor: '28.50' },
      ],
      contribuinteDestinatario: {
        identificacao: { CNPJ: '33000167000101' },
        razaoSocial: 'CLIENTE DESTINO LTDA',
        municipio: '27408',
      },
    },
  ],
  dataPagamento: '2026-11-25',
  identificadorGuia: '1',
}

const cents = (least: number) => fc.integer({ min: least, max: 9_999_999 }).map((value) => (value / 100).toFixed(2))
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined })

const anyItem = fc
  .record({
    receita: fc.constantFrom('100102', '100099', '100129'),
    principal: cents(1),
    fund: maybe(cents(1)),
    fine: maybe(cents(1)),
    total: fc.boolean(),
    byKey: fc.boolean(),
    receiver: fc.constantFrom('CNPJ', 'CPF', 'none'),
    month: fc.boolean(),
    extra: maybe(fc.constantFrom('35261111222333000181550010000010021102030400', '7')),
    product: maybe(fc.constantFrom('1', '20')),
  })
  .map(({ receita, principal, fund, fine, total, byKey, receiver, month, extra, product }): Guide['itens'][number] => ({
    receita,
    documentoOrigem: byKey
      ? { tipo: '22', numero: '35261111222333000181550010000010021102030400' }
      : { tipo: '10', numero: '1002' },
    ...(product === undefined ? {} : { produto: product }),
    ...(month ? { referencia: { periodo: '0', mes: '11', ano: '2026' } } : {}),
    dataVencimento: '2026-11-25',
    valores: [
      { tipo: '11', valor: principal },
      ...(fund === undefined ? [] : [{ tipo: '12', valor: fund }]),
      ...(fine === undefined ? [] : [{ tipo: '31', valor: fine }]),
      ...(total ? [{ tipo: '21', valor: principal }] : []),
    ],
    ...(receiver === 'none'
      ? {}
      : {
          contribuinteDestinatario: {
            identificacao: receiver === 'CPF' ? { CPF: '52998224725' } : { CNPJ: '33000167000101' },
            razaoSocial: 'Cliente & Filhos',
            municipio: '27408',
          },
        }),
    ...(extra === undefined ? {} : { camposExtras: [{ codigo: '76', valor: extra }] }),
  }))

/** Guides of one tax or several, with and without poverty fund, fines, months and fields of the state's own. */
export const anyGuide: fc.Arbitrary<Guide> = fc
  .record({
    ufFavorecida: fc.constantFrom('BA', 'RJ', 'MG', 'PE'),
    itens: fc.array(anyItem, { minLength: 1, maxLength: 4 }),
    number: fc.integer({ min: 1, max: 999_999_999 }),
  })
  .map(({ ufFavorecida, itens, number }) => ({
    ...SAMPLE_GUIDE,
    ufFavorecida,
    tipoGnre: itens.length > 1 ? '2' : '0',
    itens,
    identificadorGuia: String(number),
  }))
