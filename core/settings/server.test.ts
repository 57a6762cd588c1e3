import { expect, it } from 'vitest'
import { serverList, serverNumber, serverSettingFault } from './server'

it('what law and our own rules ask is kept, whatever is stored', () => {
  const kept = (told: string | null) => serverNumber({ GUARDA_HISTORICO_DIAS: told }, 'GUARDA_HISTORICO_DIAS')
  expect([null, '', 'x', '0', '10', '1826', '4000'].map(kept)).toEqual([0, 0, 0, 0, 1_826, 1_826, 4_000])
  const answers = (told: string) => serverNumber({ GUARDA_RESPOSTAS_HORAS: told }, 'GUARDA_RESPOSTAS_HORAS')
  expect(['0', '1', '48', '9999'].map(answers)).toEqual([24, 24, 48, 720])
})

it('what a setting cannot be is told, and other items are nobody’s business', () => {
  expect(serverSettingFault('GUARDA_HISTORICO_DIAS', '365')).toBe('Informe um número inteiro de 1.826 a 36.500, ou 0.')
  expect(serverSettingFault('GUARDA_HISTORICO_DIAS', '0')).toBeUndefined()
  expect(serverSettingFault('GUARDA_RESPOSTAS_HORAS', '0')).toBe('Informe um número inteiro de 24 a 720.')
  expect(serverSettingFault('ANEXOS_COTA_MB', '-1')).toBeUndefined()
  expect(serverSettingFault('ALERTA_EMAILS', Array.from({ length: 21 }, (_, at) => `a${at}@b.example`).join(';'))).toBe(
    'Informe no máximo 20.',
  )
})

it('a list is read without what is wrong in it', () => {
  expect(serverList({ ALERTA_DESLIGADOS: ' disco;; chuva; disco ; copia' }, 'ALERTA_DESLIGADOS')).toEqual([
    'disco',
    'copia',
  ])
})
