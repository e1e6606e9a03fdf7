import { lane } from './lanes.ts'

lane(1)
