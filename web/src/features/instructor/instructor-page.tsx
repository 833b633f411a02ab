/** Stands here until its helper replaces it. */
export const InstructorPage = () => <h1>Instructors</h1>;
