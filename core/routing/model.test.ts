import { expect, it } from 'vitest'
import { buildModel } from './model'
import { readProblem } from './read'

const vehicle = (id: number, skills: readonly number[]) => ({ id, start_index: 0, end_index: 0, skills })
const matrix = [
  [0, 60],
  [60, 0],
]
const typesOf = (asked: readonly number[], ...skills: readonly (readonly number[])[]) =>
  buildModel(
    readProblem({
      vehicles: skills.map((own, at) => vehicle(at + 1, own)),
      jobs: [{ id: 1, location_index: 1, skills: asked }],
      matrices: { car: { durations: matrix } },
    }),
  ).types

it('vehicles differ by the skills that tasks ask for, in any order, and by no others', () => {
  expect(typesOf([], [1], [2], [])).toEqual([[0, 1, 2]])
  expect(typesOf([2], [1, 2], [2], [3])).toEqual([[0, 1], [2]])
  expect(typesOf([1, 2], [1, 2], [2, 1], [1])).toEqual([[0, 1], [2]])
})
