import { expect, it } from 'vitest'
import { lookOf } from './column-look'

it('tells names and units by their fields, wherever they stand', () => {
  expect(['xProd', 'cliente.xNome', 'descricao', 'usuario.name'].map(lookOf)).toEqual(['name', 'name', 'name', 'name'])
  expect(['un', 'uCom', 'unidade.un', 'unidade_id'].map(lookOf)).toEqual(['unit', 'unit', 'unit', 'unit'])
  expect(['vTotal', 'id', 'CNPJ_CPF', 'xml'].map(lookOf)).toEqual([undefined, undefined, undefined, undefined])
})
