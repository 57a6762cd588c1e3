import { describe, expect, it } from 'vitest'
import { phrasesOf } from './effects'

const answer = {
  simulado: true,
  efeitos: {
    estoque: [{ frase: 'Sai do estoque: 3 UN de Parafuso.', mercadoria_id: 5 }],
    titulos: [],
    documentos: [
      { frase: 'Cancela Entrada nº 7.', recurso: 'entrada', id: 7 },
      { frase: 'Cancela Pedido de compra nº 7.', recurso: 'pedido_compra', id: 7 },
      { frase: 'Gera Entrada de R$ 20,00.', recurso: 'entrada', id: null },
    ],
  },
}

describe('what an action would do', () => {
  it('is told line by line, without the document itself, whatever the path that it is called by', () => {
    expect(phrasesOf(answer, { resource: 'compras/pedido_compra', id: 7 })).toEqual([
      'Sai do estoque: 3 UN de Parafuso.',
      'Cancela Entrada nº 7.',
      'Gera Entrada de R$ 20,00.',
    ])
    expect(phrasesOf(answer, { resource: 'entrada', id: '7' })).not.toContain('Cancela Entrada nº 7.')
  })

  it('is nothing where the answer is no trial', () => {
    expect(phrasesOf({ id: 7, status: 4 }, { resource: 'entrada', id: 7 })).toEqual([])
    expect(phrasesOf(undefined, { resource: 'entrada', id: 7 })).toEqual([])
  })
})
