import { describe, expect, it } from 'vitest'
import { groupOf } from './groups'
import { SERVER_SETTINGS } from './server'
import { attachmentQuota, pickingFields, serviceChecklist } from './settings'
import { SETTINGS } from './texts'

describe('fields that a company has of its own', () => {
  it('are parted by semicolons, each once; what ends in * has to be filled', () => {
    const told = { 'ORDEM_SERVICO.CUSTOM_FIELDS': ' Testado*; Limpo ;;Testado; Embalado *' }
    expect(serviceChecklist(told)).toEqual({
      names: ['Testado', 'Limpo', 'Embalado'],
      required: ['Testado', 'Embalado'],
    })
    expect(pickingFields({ 'SEPARACAO.CUSTOM_FIELDS': 'Doca; Placa' })).toEqual(['Doca', 'Placa'])
  })

  it('are none where nothing is set, and twenty at most', () => {
    expect(serviceChecklist({})).toEqual({ names: [], required: [] })
    const many = Array.from({ length: 30 }, (_, at) => `Campo ${at}*`).join(';')
    const { names, required } = serviceChecklist({ 'ORDEM_SERVICO.CUSTOM_FIELDS': many })
    expect([names.length, required.length]).toEqual([20, 20])
  })
})

it('what attachments may take is told in megabytes, and without a limit where nothing readable is set', () => {
  const quota = (ANEXOS_COTA_MB: string | null) => attachmentQuota({ ANEXOS_COTA_MB })
  expect([quota('10'), quota(' 0,5 '), quota('0')]).toEqual([10_485_760, 524_288, 0])
  expect([quota(null), quota(''), quota('-1'), quota('muito'), attachmentQuota({})]).toEqual(Array(5).fill(undefined))
})

it('every item that the program asks for is in a group', () => {
  expect([...SETTINGS, ...SERVER_SETTINGS].filter((name) => groupOf(name) === 'outros')).toEqual([])
  expect(groupOf('nossa.regra')).toBe('outros')
})
