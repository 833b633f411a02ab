import {
  type RouteCases,
  seenClass,
  unknownId,
  wrongDateQueries,
  wrongDates,
  wrongExpected,
  wrongKeys,
  wrongPayQueries,
  wrongSeenClasses,
  wrongTimes,
} from './route-case.fixture.ts';

const classBody = {
  name: 'beginner',
  date: '2026-05-12',
  time: '09:30',
  instructorId: unknownId,
  maxCapacity: 7,
  duration: 50,
};
const wrongClass = {
  name: ['yoga', 'Beginner', ''],
  date: wrongDates,
  time: wrongTimes,
  maxCapacity: [0, 21, '7'],
  duration: [9, 241, '50'],
  instructorId: ['1', 0],
};

const templateClassBody = {
  dayOfWeek: 1,
  name: 'beginner',
  time: '09:00',
  instructorId: unknownId,
  maxCapacity: 7,
};
const wrongTemplateClass = {
  dayOfWeek: [7, '1'],
  name: wrongClass.name,
  time: wrongTimes,
  maxCapacity: wrongClass.maxCapacity,
  instructorId: wrongClass.instructorId,
};

/** The routes with which staff run the timetable: instructors, classes, bookings and templates. */
export const timetableRoutes: RouteCases = {
  'GET /api/admin/instructors': { as: 'visitor', answers: 200 },
  'POST /api/admin/instructors': {
    as: 'admin',
    body: { name: 'Marina', prenatalSuitable: true },
    wrong: { name: ['', '   ', 'x'.repeat(121)], prenatalSuitable: ['true'], requestKey: wrongKeys },
  },
  'PUT /api/admin/instructors/{id}': {
    as: 'admin',
    body: { name: 'Marina', prenatalSuitable: true },
    wrong: { name: ['', '   '] },
  },
  'DELETE /api/admin/instructors/{id}': {
    as: 'admin',
    optionalBody: { expected: {} },
    wrong: { expected: wrongExpected },
    wrongQueries: ['dryRun=maybe'],
  },
  'GET /api/admin/rates': { as: 'admin', answers: 200 },
  'POST /api/admin/instructors/{id}/rates': {
    as: 'admin',
    body: { basePence: 3_000, perHeadPence: 250, above: 4, classType: 'advanced', validFrom: '2026-06-01' },
    wrong: {
      basePence: [100_001, 30.5, '3000'],
      perHeadPence: [100_001, 2.5, '250'],
      above: [21, 1.5, '4'],
      classType: ['', 'yoga', null],
      validFrom: ['', '2026-02-30', '1 June'],
    },
  },
  'PUT /api/admin/instructors/{id}/account': {
    as: 'admin',
    body: { staffId: null },
    wrong: { staffId: ['', 'ada', 7], expected: wrongExpected },
  },
  'GET /api/admin/classes/warnings': {
    as: 'admin',
    wrongQueries: [
      '',
      'name=beginner&date=2026-05-12&time=09:30',
      'name=yoga&date=2026-05-12&time=09:30&instructorId=1',
      'name=beginner&date=2026-02-30&time=09:30&instructorId=1',
      'name=beginner&date=2026-05-12&time=22:00&instructorId=1',
      'name=beginner&date=2026-05-12&time=09:30&instructorId=0',
      'name=beginner&date=2026-05-12&time=09:30&instructorId=1&classId=x',
      ...['9', '241', '5.5', ''].map(
        (duration) => `name=beginner&date=2026-05-12&time=09:30&instructorId=1&duration=${duration}`,
      ),
    ],
  },
  'DELETE /api/admin/classes/{id}': {
    as: 'admin',
    optionalBody: { expected: {} },
    wrong: { expected: wrongExpected },
    wrongQueries: ['dryRun=maybe'],
  },
  'PATCH /api/admin/classes/{id}/instructor': {
    as: 'admin',
    body: { instructorId: unknownId },
    wrong: { instructorId: ['1', 0] },
  },
  'GET /api/admin/class-bookings/{classId}': { as: 'admin' },
  'GET /api/admin/recent-bookings': { as: 'admin', answers: 200 },
  'DELETE /api/admin/remove-booking/{bookingId}': { as: 'admin', wrongQueries: ['dryRun=maybe'] },
  'POST /api/admin/add-member-to-class': {
    as: 'admin',
    body: { userId: 'nobody', classId: unknownId, expected: seenClass, allowOverlap: false },
    wrong: {
      userId: ['', 'a b', 'x'.repeat(81)],
      classId: ['1', 0, unknownId + 1],
      expected: wrongSeenClasses,
      allowOverlap: ['true', 1],
    },
  },
  'GET /api/admin/classes': {
    as: 'admin',
    wrongQueries: [
      ...wrongDateQueries,
      'date=2026-05-02&to=2026-05-01',
      'date=2026-05-01&to=2026-06-01',
      'date=2026-05-01&to=2026-02-30',
    ],
  },
  'POST /api/admin/classes': {
    as: 'admin',
    body: classBody,
    wrong: { ...wrongClass, requestKey: wrongKeys },
  },
  'PUT /api/admin/classes/{id}': { as: 'admin', body: classBody, wrong: wrongClass },
  'PATCH /api/admin/classes/{id}/mark-full': {
    as: 'admin',
    body: { isMarkedFull: true },
    wrong: { isMarkedFull: ['true', 1] },
  },
  'GET /api/admin/closures': { as: 'admin', answers: 200 },
  'POST /api/admin/closures': {
    as: 'admin',
    body: { from: '2026-05-20', to: '2026-05-21', reason: 'Works' },
    wrong: {
      from: ['', '20/05/2026', '2026-02-30'],
      to: ['', '2026-13-01'],
      reason: ['', '   ', 'x'.repeat(81), 5],
    },
    wrongQueries: ['dryRun=maybe', 'dryRun=true&dryRun=false'],
  },
  'DELETE /api/admin/closures/{id}': {
    as: 'admin',
    wrongQueries: ['dryRun=maybe', 'dryRun=true&dryRun=false'],
  },
  'GET /api/admin/weekly-class-counts': { as: 'admin', answers: 200 },
  'GET /api/admin/weekly-templates': { as: 'admin', answers: 200 },
  'POST /api/admin/weekly-templates': {
    as: 'admin',
    body: { name: 'Standard week', description: 'Term time', isActive: true },
    wrong: {
      name: ['', '   ', 'x'.repeat(121)],
      description: ['x'.repeat(501)],
      isActive: ['true', 1],
      requestKey: wrongKeys,
    },
  },
  'PUT /api/admin/weekly-templates/{id}': {
    as: 'admin',
    body: { name: 'Standard week', description: 'Term time', isActive: false },
    wrong: { name: ['', '   '], description: ['x'.repeat(501)], isActive: ['true', 1] },
  },
  'DELETE /api/admin/weekly-templates/{id}': {
    as: 'admin',
    optionalBody: { expected: {} },
    wrong: { expected: wrongExpected },
  },
  'GET /api/admin/template-classes/{templateId}': { as: 'admin' },
  'POST /api/admin/template-classes': {
    as: 'admin',
    body: { ...templateClassBody, templateId: unknownId },
    wrong: { ...wrongTemplateClass, templateId: ['1', 0], requestKey: wrongKeys },
  },
  'PUT /api/admin/template-classes/{id}': {
    as: 'admin',
    body: templateClassBody,
    wrong: wrongTemplateClass,
  },
  'DELETE /api/admin/template-classes/{id}': {
    as: 'admin',
    optionalBody: { expected: {} },
    wrong: { expected: wrongExpected },
  },
  'POST /api/admin/apply-template': {
    as: 'admin',
    body: { templateId: unknownId, weekStartDate: '2026-05-11', expected: {} },
    wrong: {
      templateId: ['1', 0],
      weekStartDate: [...wrongDates, '2026-05-12', '2026-05-17'],
      expected: [...wrongExpected, { 1: 7 }],
    },
  },
  'POST /api/admin/undo-template': {
    as: 'admin',
    body: { templateId: unknownId, weekStartDate: '2026-05-11', application: 1 },
    wrong: {
      templateId: ['1', 0],
      weekStartDate: [...wrongDates, '2026-05-12', '2026-05-17'],
      application: ['1', 0, 1.5, 100_001],
    },
  },
  'GET /api/instructor/classes': {
    as: 'admin',
    answers: 200,
    wrongQueries: [
      'from=2026-05-12',
      'to=2026-05-12',
      'from=2026-05-13&to=2026-05-12',
      'from=2026-02-30&to=2026-05-12',
      'from=2025-01-01&to=2026-05-12',
    ],
  },
  'GET /api/instructor/classes/{classId}/attendees/{bookingId}/health': { as: 'admin' },
  'GET /api/instructor/pay': { as: 'admin', wrongQueries: wrongPayQueries },
  'PUT /api/instructor/attendance/{bookingId}': {
    as: 'admin',
    body: { attended: true, markedAt: '2026-05-12T09:00:00.000Z' },
    wrong: { attended: ['true', 1], markedAt: ['yesterday', '2026-05-12', ''] },
  },
};
