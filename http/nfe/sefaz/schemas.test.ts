import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { assertValid, NOTE_SCHEMA } from './assert-valid'
import { schemasIn } from './schemas'

const root = mkdtempSync(join(tmpdir(), 'esquemas-'))
afterAll(() => rmSync(root, { recursive: true }))

/** A package of two files, the second included by the first: a root `a` that holds one to three `b` of so many digits. */
function packaged(folder: string, name: string, digits: number): void {
  const path = join(root, folder, name)
  mkdirSync(path, { recursive: true })
  const schema = (content: string) =>
    `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="urn:x" targetNamespace="urn:x" elementFormDefault="qualified">${content}</xs:schema>`
  const element = `<xs:element name="a"><xs:complexType><xs:sequence><xs:element name="b" type="T" maxOccurs="3"/></xs:sequence></xs:complexType></xs:element>`
  writeFileSync(join(path, 'nfe_v4.00.xsd'), schema(`<xs:include schemaLocation="types.xsd"/>${element}`))
  const type = `<xs:simpleType name="T"><xs:restriction base="xs:string"><xs:pattern value="[0-9]{${digits}}"/></xs:restriction></xs:simpleType>`
  writeFileSync(join(path, 'types.xsd'), schema(type))
}

const document = (...texts: readonly string[]) =>
  `<a xmlns="urn:x">\n${texts.map((one) => `<b>${one}</b>`).join('\n')}</a>`
const judge = (folder: string, xml: string, day: string) =>
  schemasIn(join(root, folder)).check(xml, { file: 'nfe_v4.00.xsd', day })

describe('schemas', () => {
  packaged('two', 'PL_010d_V1', 2)
  packaged('two', 'PL_010e_V1', 3)
  packaged('two', 'PL_999z_unknown', 9)

  it('are those of the day of issue; a package of which nobody knows from when it counts is left out', () => {
    expect(judge('two', document('12'), '2026-08-01')).toEqual({ state: 'valid', set: 'PL_010d_V1' })
    expect(judge('two', document('123'), '2027-02-01')).toEqual({ state: 'valid', set: 'PL_010e_V1' })
    expect(judge('two', document('12'), '2026-01-01')).toMatchObject({ state: 'none' })
  })

  it('count from when vigencia.json says', () => {
    packaged('told', 'PL_010d_V1', 2)
    packaged('told', 'PL_999z_next', 9)
    writeFileSync(join(root, 'told', 'vigencia.json'), JSON.stringify({ PL_999z_next: '2030-01-01' }))
    expect(judge('told', document('123456789'), '2030-01-01')).toEqual({ state: 'valid', set: 'PL_999z_next' })
    expect(judge('told', document('12'), '2029-12-31')).toEqual({ state: 'valid', set: 'PL_010d_V1' })
  })

  it('tell all that is wrong, each by the way to it and its line', () => {
    expect(judge('two', document('12', 'x', '1'), '2026-08-01')).toMatchObject({
      state: 'invalid',
      errors: [
        { path: '/a/b[2]', line: 3, message: expect.stringContaining("'[0-9]{2}'") },
        { path: '/a/b[3]', line: 4 },
      ],
    })
    expect(judge('two', '<a xmlns="urn:x"><b>', '2026-08-01')).toMatchObject({
      state: 'invalid',
      errors: [{ line: 1 }],
    })
  })

  it('read no file that a document names, and expand nothing of its own', () => {
    const secret = join(root, 'secret.txt')
    writeFileSync(secret, '12')
    const greedy = `<!DOCTYPE a [<!ENTITY e SYSTEM "${secret}">]>${document('&e;')}`
    expect(judge('two', greedy, '2026-08-01').state).toBe('invalid')
    const hinted = document('x').replace(
      'urn:x"',
      `urn:x" xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:schemaLocation="urn:y ${secret}"`,
    )
    expect(judge('two', hinted, '2026-08-01')).toMatchObject({
      errors: expect.arrayContaining([expect.objectContaining({ path: '/a/b' })]),
    })
  })

  it('422 what they refuse; without a folder nothing is judged', async () => {
    const of = (schemasDir: string | undefined, xml: string) =>
      assertValid({ schemasDir }, xml, NOTE_SCHEMA, '2026-08-01')
    await expect(of(join(root, 'two'), document('x', 'y'))).rejects.toMatchObject({ status: 422, code: 'schema' })
    await expect(of(join(root, 'two'), document('12'))).resolves.toBeUndefined()
    await expect(of(undefined, 'x')).resolves.toBeUndefined()
    await expect(of(join(root, 'nowhere'), 'x')).resolves.toBeUndefined()
  })
})
