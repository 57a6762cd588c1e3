import { expect, it } from 'vitest'
import { missingToPay } from './means'

const bank = { cBanco: '001', xAgencia: '1234-5', xConta: '9876-0' }

it.each([
  [1, {}, bank, 'Falta a linha digitável: digite, cole ou leia o código.'],
  [1, { linha_digitavel: '00191' }, {}, undefined],
  [5, {}, bank, 'Falta a linha digitável: digite, cole ou leia o código.'],
  [7, { linha_digitavel: '' }, bank, 'Falta a linha digitável: digite, cole ou leia o código.'],
  [2, {}, undefined, 'Falta no cadastro do fornecedor: banco, agência, conta.'],
  [2, {}, { ...bank, xConta: null }, 'Falta no cadastro do fornecedor: conta.'],
  [2, {}, bank, undefined],
  [3, {}, bank, 'Falta a chave Pix: informe aqui ou no cadastro do fornecedor.'],
  [3, { pix: 'a@b.c' }, bank, undefined],
  [3, {}, { pix_chave: 'a@b.c' }, undefined],
  [4, {}, { pix_chave: 'a@b.c' }, 'Falta o código Pix: cole ou leia o QR Code.'],
  [9, {}, undefined, undefined],
  [null, {}, undefined, undefined],
] as const)('payment form %s with %j and %j: %s', (tpPagamento, own, favoured, missing) => {
  expect(missingToPay({ tpPagamento, ...own }, favoured)).toBe(missing)
})
